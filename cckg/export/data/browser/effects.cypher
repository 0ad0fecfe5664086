// What follows from X? Where the events that these words find lead to, up to 4 links down
// :param text => 'Silver Bridge collapsed'
WITH reduce(query = '', word IN split(replace(replace(left($text, 500), '\\', ' '), '"', ' '), ' ') | query + ' +"' + word + '"') AS words
CALL db.index.fulltext.queryNodes('event_text', words, {limit: 3}) YIELD node AS event
MATCH path = (event)-[:CAUSES*0..4]->(effect:Event)
WITH effect, min(length(path)) AS links
ORDER BY links, effect.id
LIMIT 100
WITH collect(effect) AS events
UNWIND events AS cause
OPTIONAL MATCH (cause)-[link:CAUSES]->(effect:Event) WHERE effect IN events
RETURN cause, link, effect
LIMIT 500;
