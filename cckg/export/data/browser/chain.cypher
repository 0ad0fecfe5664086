// The shortest chain from A to B, at most 12 links
// :param from => 'stress corrosion'
// :param to => 'bridge inspection standards'
WITH reduce(query = '', word IN split(replace(replace(left($from, 500), '\\', ' '), '"', ' '), ' ') | query + ' +"' + word + '"') AS from_words,
  reduce(query = '', word IN split(replace(replace(left($to, 500), '\\', ' '), '"', ' '), ' ') | query + ' +"' + word + '"') AS to_words
CALL db.index.fulltext.queryNodes('event_text', from_words, {limit: 3}) YIELD node AS first
CALL db.index.fulltext.queryNodes('event_text', to_words, {limit: 3}) YIELD node AS last
WITH first, last WHERE first <> last
MATCH chain = SHORTEST 1 (first)-[:CAUSES]->{1,12}(last)
RETURN chain
ORDER BY length(chain)
LIMIT 1;
