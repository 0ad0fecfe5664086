-- Version 11: whether a denial of need is hedged: "even without it, the dam might have failed". What was read before is taken as it was.

ALTER TABLE claim ADD COLUMN tentative INTEGER NOT NULL DEFAULT 0 CHECK (tentative IN (0, 1));

PRAGMA user_version = 11;
