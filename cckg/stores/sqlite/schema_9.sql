-- Version 9: whether a claim tells what would have been without its cause. What was read before does not say.

ALTER TABLE claim ADD COLUMN counterfactual INTEGER NOT NULL DEFAULT 0 CHECK (counterfactual IN (0, 1));

PRAGMA user_version = 9;
