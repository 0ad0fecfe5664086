// Pairs of events that may be one, the likeliest first
MATCH (first:Event)-[perhaps:PERHAPS_SAME]->(second:Event)
RETURN first, perhaps, second
ORDER BY perhaps.probability DESC, first.id, second.id
LIMIT 50;
