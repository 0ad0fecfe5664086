-- Version 7: what was decided by hand. It refers to nothing, for it outlives what it is about.

CREATE TABLE decision (
    id TEXT PRIMARY KEY,
    decided_at TEXT NOT NULL,  -- ISO 8601, UTC
    content TEXT NOT NULL CHECK (json_valid(content))  -- the whole decision
) STRICT;

PRAGMA user_version = 7;
