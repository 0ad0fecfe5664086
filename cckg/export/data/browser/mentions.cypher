// Passages that mention a named thing, their documents, and what else joins them to other passages
// :param named => 'United States'
MATCH (thing:Entity {id: toLower(trim($named))})<-[mention:MENTIONS]-(chunk:Chunk)
WITH thing, mention, chunk
ORDER BY mention.is_title DESC, chunk.id
LIMIT 20
MATCH (chunk)-[of:FROM_DOCUMENT]->(document:Document)
OPTIONAL MATCH (chunk)-[also:MENTIONS]->(other:Entity)
WHERE other <> thing AND COUNT { (other)<-[:MENTIONS]-(:Chunk) } > 1
RETURN thing, mention, chunk, of, document, also, other
LIMIT 200;
