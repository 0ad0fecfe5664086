// Contradictions: what some claims say and others deny, with these claims
MATCH (cause:Event)-[link:CAUSES]->(effect:Event)
WHERE link.denied > 0
WITH cause, link, effect
ORDER BY link.denied DESC, link.asserted + link.hedged DESC, cause.id, effect.id
LIMIT 25
MATCH (cause)<-[of_cause:CAUSE]-(claim:Claim)-[of_effect:EFFECT]->(effect)
RETURN cause, link, effect, of_cause, claim, of_effect
ORDER BY link.denied DESC, cause.id, effect.id, claim.modality, claim.id
LIMIT 100;
