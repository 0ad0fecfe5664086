// Merges of an event: which wordings of which documents were taken for it, and by what (a table)
// :param text => 'Silver Bridge collapsed'
WITH reduce(query = '', word IN split(replace(replace(left($text, 500), '\\', ' '), '"', ' '), ' ') | query + ' +"' + word + '"') AS words
CALL db.index.fulltext.queryNodes('event_text', words, {limit: 3}) YIELD node AS event
MATCH (event)<-[:INTO]-(merge:Merge)-[:FROM_DOCUMENT]->(document:Document)
RETURN event.text AS text, merge.wording AS wording, merge.cosine AS cosine, merge.verifier AS verifier, document.title AS title
ORDER BY text, merge.created_at, merge.id
LIMIT 100;
