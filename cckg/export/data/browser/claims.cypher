// Claims behind an edge: what documents say of A causing B, with their quotes (a table)
// :param cause => 'federal housing policy'
// :param effect => 'subprime mortgages'
WITH reduce(query = '', word IN split(replace(replace(left($cause, 500), '\\', ' '), '"', ' '), ' ') | query + ' +"' + word + '"') AS cause_words,
  reduce(query = '', word IN split(replace(replace(left($effect, 500), '\\', ' '), '"', ' '), ' ') | query + ' +"' + word + '"') AS effect_words
CALL db.index.fulltext.queryNodes('event_text', cause_words, {limit: 10}) YIELD node AS cause
CALL db.index.fulltext.queryNodes('event_text', effect_words, {limit: 10}) YIELD node AS effect
MATCH (cause)<-[:CAUSE]-(claim:Claim)-[:EFFECT]->(effect)
MATCH (claim)-[:FROM_DOCUMENT]->(document:Document)
RETURN claim.modality AS modality, claim.quote AS quote, document.title AS title, document.uri AS uri, claim.start AS start
ORDER BY modality, uri, start
LIMIT 50;
