// Why X? What leads to the events that these words find, up to 4 links up
// :param text => 'Silver Bridge collapsed'
WITH reduce(query = '', word IN split(replace(replace(left($text, 500), '\\', ' '), '"', ' '), ' ') | query + ' +"' + word + '"') AS words
CALL db.index.fulltext.queryNodes('event_text', words, {limit: 3}) YIELD node AS event
MATCH path = (cause:Event)-[:CAUSES*0..4]->(event)
WITH cause, min(length(path)) AS links
ORDER BY links, cause.id
LIMIT 100
WITH collect(cause) AS events
UNWIND events AS effect
OPTIONAL MATCH (cause:Event)-[link:CAUSES]->(effect) WHERE cause IN events
RETURN cause, link, effect
LIMIT 500;
