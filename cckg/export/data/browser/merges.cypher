// Mentions of an event, with the words around them, and the documents that they stand in (a table)
// :param text => 'Silver Bridge collapsed'
WITH reduce(query = '', word IN split(replace(replace(left($text, 500), '\\', ' '), '"', ' '), ' ') | query + ' +"' + word + '"') AS words
CALL db.index.fulltext.queryNodes('event_text', words, {limit: 3}) YIELD node AS event
MATCH (event)<-[:INTO]-(mention:_Merge)-[:FROM_DOCUMENT]->(document:Document)
RETURN event.text AS event, mention.before AS before, coalesce(mention.words, mention.wording) AS words, mention.behind AS behind,
  mention.date AS date, document.title AS title, mention.verifier AS decided_by
ORDER BY event, title, mention.start, mention.id
LIMIT 100;
