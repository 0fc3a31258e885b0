-- what a job takes part in beside its queue; null for a plain job, which is nearly every one
ALTER TABLE baton_job ADD COLUMN ties smallint;
ALTER TABLE baton_job ADD COLUMN batch_group bigint;
ALTER TABLE baton_job ADD COLUMN batch_index integer;
-- the trace in which it was enqueued
ALTER TABLE baton_job ADD COLUMN trace varchar(200);
