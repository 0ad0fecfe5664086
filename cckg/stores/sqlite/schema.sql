-- The graph of cckg in SQLite, version 1. Offsets are characters of the document's text; embeddings are rows of float32, little-endian.
-- A later version is a further numbered script in cckg/stores/sqlite_database.py; this one is never changed once it is released.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,  -- embedding, dimension, version (a counter of writes)
    value TEXT NOT NULL
) STRICT;

CREATE TABLE document (
    id TEXT PRIMARY KEY,  -- hash of the text
    title TEXT NOT NULL,
    media_type TEXT NOT NULL,
    ingested_at TEXT NOT NULL,  -- ISO 8601, UTC
    metadata TEXT NOT NULL CHECK (json_valid(metadata))  -- [[name, value], ...]
) STRICT;

CREATE TABLE source (  -- where documents are found; every document has one uri or more
    uri TEXT PRIMARY KEY,
    document TEXT NOT NULL REFERENCES document (id)
) STRICT;
CREATE INDEX source_document ON source (document, uri);

CREATE TABLE failure (  -- uris whose last reading failed; what was read from them before stays
    uri TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,  -- hash of the uri, for the text is unknown
    title TEXT NOT NULL,
    media_type TEXT NOT NULL,
    reason TEXT NOT NULL,
    failed_at TEXT NOT NULL
) STRICT;

CREATE TABLE chunk (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    document TEXT NOT NULL REFERENCES document (id),
    position INTEGER NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    text TEXT NOT NULL,
    embedding BLOB NOT NULL,
    log_prior REAL,  -- log p(text) in nats by this teacher, once one has run
    teacher TEXT,
    UNIQUE (document, position)
) STRICT;

CREATE TABLE event (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    polarity TEXT NOT NULL CHECK (polarity IN ('increase', 'decrease', 'occurrence', 'absence')),
    context TEXT NOT NULL,
    embedding BLOB NOT NULL
) STRICT;

CREATE TABLE claim (
    id TEXT PRIMARY KEY,
    document TEXT NOT NULL REFERENCES document (id),
    chunk TEXT NOT NULL REFERENCES chunk (id),
    cause_event TEXT NOT NULL REFERENCES event (id),
    effect_event TEXT NOT NULL REFERENCES event (id),
    cause_words TEXT NOT NULL,
    cause_start INTEGER NOT NULL,
    cause_stop INTEGER NOT NULL,
    cause_text TEXT NOT NULL,
    cause_polarity TEXT NOT NULL,
    effect_words TEXT NOT NULL,
    effect_start INTEGER NOT NULL,
    effect_stop INTEGER NOT NULL,
    effect_text TEXT NOT NULL,
    effect_polarity TEXT NOT NULL,
    cue_words TEXT,
    cue_start INTEGER,
    cue_stop INTEGER,
    quote_words TEXT NOT NULL,
    quote_start INTEGER NOT NULL,
    quote_stop INTEGER NOT NULL,
    modality TEXT NOT NULL CHECK (modality IN ('asserted', 'hedged', 'denied')),
    confidence REAL NOT NULL,
    extractor TEXT NOT NULL,
    cause_group TEXT,
    stated_time TEXT
) STRICT;
CREATE INDEX claim_cause ON claim (cause_event, effect_event, modality);
CREATE INDEX claim_effect ON claim (effect_event, cause_event, modality);
CREATE INDEX claim_document ON claim (document);
CREATE INDEX claim_chunk ON claim (chunk);

CREATE TABLE merge (
    id TEXT PRIMARY KEY,
    event TEXT NOT NULL REFERENCES event (id) ON DELETE CASCADE,
    document TEXT NOT NULL REFERENCES document (id),
    wording TEXT NOT NULL,
    cosine REAL NOT NULL,
    verifier TEXT NOT NULL,
    created_at TEXT NOT NULL,
    embedding BLOB NOT NULL  -- of the wording
) STRICT;
CREATE INDEX merge_event ON merge (event, created_at, id);
CREATE INDEX merge_document ON merge (document);

CREATE VIEW causes AS  -- the edges: what the claims say, counted by distinct documents
SELECT
    cause_event AS cause,
    effect_event AS effect,
    count(DISTINCT CASE modality WHEN 'asserted' THEN document END) AS asserted,
    count(DISTINCT CASE modality WHEN 'hedged' THEN document END) AS hedged,
    count(DISTINCT CASE modality WHEN 'denied' THEN document END) AS denied
FROM claim
GROUP BY cause_event, effect_event;

CREATE VIEW place AS  -- where a document is found and what it is called
SELECT id AS document, (SELECT min(uri) FROM source WHERE source.document = document.id) AS uri, title FROM document;

CREATE VIEW summary AS  -- one row per stored document, one per failed uri
SELECT
    d.id AS id,
    (SELECT min(uri) FROM source WHERE source.document = d.id) AS uri,
    d.title AS title,
    d.media_type AS media_type,
    'done' AS status,
    NULL AS reason,
    d.ingested_at AS ingested_at,
    (SELECT count(*) FROM chunk WHERE chunk.document = d.id) AS chunks,
    (SELECT count(*) FROM claim WHERE claim.document = d.id) AS claims
FROM document AS d
UNION ALL
SELECT id, uri, title, media_type, 'failed', reason, failed_at, 0, 0 FROM failure;

CREATE VIRTUAL TABLE chunk_words USING fts5 (text, content = 'chunk', content_rowid = 'key', tokenize = 'porter unicode61');
CREATE TRIGGER chunk_added AFTER INSERT ON chunk BEGIN
    INSERT INTO chunk_words (rowid, text) VALUES (new.key, new.text);
END;
CREATE TRIGGER chunk_removed AFTER DELETE ON chunk BEGIN
    INSERT INTO chunk_words (chunk_words, rowid, text) VALUES ('delete', old.key, old.text);
END;

CREATE VIRTUAL TABLE event_words USING fts5 (text, content = 'event', content_rowid = 'key', tokenize = 'porter unicode61');
CREATE TRIGGER event_added AFTER INSERT ON event BEGIN
    INSERT INTO event_words (rowid, text) VALUES (new.key, new.text);
END;
CREATE TRIGGER event_removed AFTER DELETE ON event BEGIN
    INSERT INTO event_words (event_words, rowid, text) VALUES ('delete', old.key, old.text);
END;
CREATE TRIGGER event_reworded AFTER UPDATE OF text ON event BEGIN
    INSERT INTO event_words (event_words, rowid, text) VALUES ('delete', old.key, old.text);
    INSERT INTO event_words (rowid, text) VALUES (new.key, new.text);
END;

PRAGMA application_id = 1667459943;  -- "cckg"
PRAGMA user_version = 1;
