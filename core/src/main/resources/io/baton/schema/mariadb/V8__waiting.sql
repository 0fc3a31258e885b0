-- State 7: the handler waits. Another check of the state would copy the table.
ALTER TABLE baton_job DROP CONSTRAINT /*M! IF EXISTS */ baton_job_state_is_known;
