-- Version 2: a document that could be read in part only, and why.

ALTER TABLE document ADD COLUMN incomplete TEXT;  -- why some of its chunks could not be read, or NULL

DROP VIEW summary;
CREATE VIEW summary AS  -- one row per stored document, one per failed uri
SELECT
    d.id AS id,
    (SELECT min(uri) FROM source WHERE source.document = d.id) AS uri,
    d.title AS title,
    d.media_type AS media_type,
    iif(d.incomplete IS NULL, 'done', 'incomplete') AS status,
    d.incomplete AS reason,
    d.ingested_at AS ingested_at,
    (SELECT count(*) FROM chunk WHERE chunk.document = d.id) AS chunks,
    (SELECT count(*) FROM claim WHERE claim.document = d.id) AS claims
FROM document AS d
UNION ALL
SELECT id, uri, title, media_type, 'failed', reason, failed_at, 0, 0 FROM failure;

PRAGMA user_version = 2;
