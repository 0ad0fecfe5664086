-- Version 6: where a document speaks of an event, what an event reader said of two mentions, and which events may be one.
-- In `meta`, `unsettled` is 1 while it is still to be decided which mentions are one event.

ALTER TABLE merge ADD COLUMN polarity TEXT;  -- of the wording; this and what follows is NULL in lines that are older
ALTER TABLE merge ADD COLUMN words TEXT;  -- the span as it stands
ALTER TABLE merge ADD COLUMN start INTEGER;
ALTER TABLE merge ADD COLUMN stop INTEGER;
ALTER TABLE merge ADD COLUMN before TEXT;  -- what stands before the span
ALTER TABLE merge ADD COLUMN behind TEXT;
ALTER TABLE merge ADD COLUMN headings TEXT CHECK (headings IS NULL OR json_valid(headings));  -- [outermost, ...]
ALTER TABLE merge ADD COLUMN date TEXT;  -- ISO 8601, or empty
ALTER TABLE merge ADD COLUMN date_source TEXT;
ALTER TABLE merge ADD COLUMN place TEXT;

ALTER TABLE claim ADD COLUMN cause_mention TEXT NOT NULL DEFAULT '';  -- id in merge
ALTER TABLE claim ADD COLUMN effect_mention TEXT NOT NULL DEFAULT '';
CREATE INDEX claim_cause_mention ON claim (cause_mention);
CREATE INDEX claim_effect_mention ON claim (effect_mention);

CREATE TABLE reading (
    "left" TEXT NOT NULL REFERENCES merge (id) ON DELETE CASCADE,
    "right" TEXT NOT NULL REFERENCES merge (id) ON DELETE CASCADE,
    reader TEXT NOT NULL,
    same REAL NOT NULL,  -- probability that both are one event
    PRIMARY KEY ("left", "right", reader),
    CHECK ("left" < "right")
) STRICT, WITHOUT ROWID;
CREATE INDEX reading_right ON reading ("right");

CREATE TABLE perhaps_same (
    "left" TEXT NOT NULL REFERENCES event (id) ON DELETE CASCADE,
    "right" TEXT NOT NULL REFERENCES event (id) ON DELETE CASCADE,
    probability REAL NOT NULL,
    PRIMARY KEY ("left", "right"),
    CHECK ("left" < "right")
) STRICT, WITHOUT ROWID;
CREATE INDEX perhaps_same_right ON perhaps_same ("right");

PRAGMA user_version = 6;
