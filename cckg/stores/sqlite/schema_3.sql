-- Version 3: how strong a text words a cause. What was read before that was told apart counts as direct.

ALTER TABLE claim ADD COLUMN degree TEXT NOT NULL DEFAULT 'direct' CHECK (degree IN ('direct', 'contributing', 'enabling'));

PRAGMA user_version = 3;
