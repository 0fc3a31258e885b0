-- State 7: the handler waits.
ALTER TABLE baton_job DROP CONSTRAINT IF EXISTS baton_job_state_is_known;
ALTER TABLE baton_job ADD CONSTRAINT baton_job_state_is_known CHECK (state BETWEEN 0 AND 3 OR state BETWEEN 5 AND 7 AND state <> 6);
