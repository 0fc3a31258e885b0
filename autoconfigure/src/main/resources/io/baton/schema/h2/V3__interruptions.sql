-- how often in a row a shutdown interrupted the job; baton_worker.charged has no use any more
ALTER TABLE baton_job ADD COLUMN IF NOT EXISTS interruptions integer DEFAULT 0 NOT NULL;
-- H2 evaluates a choice of constants in the session that made the constraint, and refuses every row once that is closed
ALTER TABLE baton_job DROP CONSTRAINT IF EXISTS baton_job_attempt_leaves_room;
ALTER TABLE baton_job ADD CONSTRAINT IF NOT EXISTS baton_job_attempt_leaves_room
    CHECK (attempt BETWEEN 0 AND 1000000000 OR (attempt = 1000000001 AND state >= 2 AND state <> 3));
