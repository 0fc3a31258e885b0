-- how long a worker may be silent by its own settings; null for one of an older version, which is judged by the settings of who looks
ALTER TABLE baton_worker ADD COLUMN dead_after_millis bigint;
-- dead, and seen to hold no job: nobody asks for its jobs any more
ALTER TABLE baton_worker ADD COLUMN released boolean DEFAULT FALSE NOT NULL;
-- dead since it ended in good order: nothing that it still holds was its end
ALTER TABLE baton_worker ADD COLUMN orderly boolean DEFAULT FALSE NOT NULL;
-- how often in a row a shutdown interrupted the job; baton_worker.charged has no use any more
ALTER TABLE baton_job ADD COLUMN interruptions integer DEFAULT 0 NOT NULL;
-- H2 evaluates a choice of constants in the session that made the constraint, and refuses every row once that is closed
ALTER TABLE baton_job DROP CONSTRAINT baton_job_attempt_leaves_room;
ALTER TABLE baton_job ADD CONSTRAINT baton_job_attempt_leaves_room
    CHECK (attempt BETWEEN 0 AND 1000000000 OR (attempt = 1000000001 AND state >= 2 AND state <> 3));
