// Events with the most links: how many causes and effects the documents give them (a table)
MATCH (event:Event)
WITH event, COUNT { ()-[:CAUSES]->(event) } AS causes, COUNT { (event)-[:CAUSES]->() } AS effects
ORDER BY causes + effects DESC, event.text
LIMIT 25
RETURN event.text AS text, event.polarity AS polarity, causes, effects;
