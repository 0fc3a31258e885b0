-- how often in a row a shutdown interrupted the job; baton_worker.charged has no use any more
ALTER TABLE baton_job ADD COLUMN interruptions integer DEFAULT 0 NOT NULL;
