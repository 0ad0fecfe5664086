-- Version 5: the named things that chunks mention. There is no table of them: a thing is there as long as a chunk mentions it.

ALTER TABLE document ADD COLUMN recogniser TEXT;  -- who looked for named things in it, or NULL if nobody has yet

CREATE TABLE mention (
    entity TEXT NOT NULL,  -- what all wordings of the thing have in common
    chunk TEXT NOT NULL REFERENCES chunk (id),
    name TEXT NOT NULL,  -- as the chunk words it
    is_title INTEGER NOT NULL CHECK (is_title IN (0, 1)),  -- the chunk begins a document that is called so
    PRIMARY KEY (entity, chunk)
) STRICT, WITHOUT ROWID;
CREATE INDEX mention_chunk ON mention (chunk);

PRAGMA user_version = 5;
