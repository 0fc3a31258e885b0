-- what a job takes part in beside its queue; null for a plain job, which is nearly every one
ALTER TABLE baton_job ADD COLUMN IF NOT EXISTS ties smallint;
ALTER TABLE baton_job ADD COLUMN IF NOT EXISTS batch_group bigint;
ALTER TABLE baton_job ADD COLUMN IF NOT EXISTS batch_index integer;
-- the trace in which it was enqueued
ALTER TABLE baton_job ADD COLUMN IF NOT EXISTS trace varchar(200);
