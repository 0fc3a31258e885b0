-- what a job takes part in beside its queue; null for a plain job, which is nearly every one
ALTER TABLE baton_job
    ADD COLUMN ties smallint,
    ADD COLUMN batch_group bigint,
    ADD COLUMN batch_index integer,
    ADD COLUMN trace varchar(200);
