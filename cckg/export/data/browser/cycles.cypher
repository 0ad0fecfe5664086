// Cycles: events that lead back to themselves in up to 4 links
MATCH (event:Event) WHERE EXISTS { ()-[:CAUSES]->(event)-[:CAUSES]->() }
MATCH cycle = (event) (()-[:CAUSES]->(next:Event) WHERE next.id >= event.id){1,4} (event)
RETURN cycle
LIMIT 25;
