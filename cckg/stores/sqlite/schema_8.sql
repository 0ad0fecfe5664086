-- Version 8: whether a text says that a cause, or its group, is enough without others. What was read before says nothing of it.

ALTER TABLE claim ADD COLUMN enough INTEGER NOT NULL DEFAULT 0 CHECK (enough IN (0, 1));

PRAGMA user_version = 8;
