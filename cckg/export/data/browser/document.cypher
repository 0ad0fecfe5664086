// A document's sub-graph: the events that it names, and its claims between them
// :param title => 'Silver Bridge'
MATCH (document:Document)
WHERE toLower(document.title) CONTAINS toLower($title) OR toLower(document.uri) CONTAINS toLower($title)
WITH document
ORDER BY document.uri
LIMIT 1
MATCH (document)<-[:FROM_DOCUMENT]-(claim:Claim)
WITH claim
ORDER BY claim.start
LIMIT 100
MATCH (cause:Event)<-[of_cause:CAUSE]-(claim)-[of_effect:EFFECT]->(effect:Event)
OPTIONAL MATCH (cause)-[link:CAUSES]->(effect)
RETURN cause, of_cause, claim, of_effect, effect, link;
