SET LOCAL lock_timeout = '2s';
-- how often in a row a shutdown interrupted the job; baton_worker.charged has no use any more
ALTER TABLE baton_job ADD COLUMN interruptions integer NOT NULL DEFAULT 0;
