-- Version 4: what a causal language model says of a text before any question. The columns for it in `chunk` were never used.

ALTER TABLE chunk DROP COLUMN log_prior;
ALTER TABLE chunk DROP COLUMN teacher;

CREATE TABLE prior (
    teacher TEXT NOT NULL,
    text TEXT NOT NULL,  -- hash of the text as it is tokenised: white space squeezed, after a blank
    document TEXT NOT NULL REFERENCES document (id),
    nats REAL NOT NULL,  -- log p(text) by this teacher
    PRIMARY KEY (teacher, text, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX prior_document ON prior (document);

PRAGMA user_version = 4;
