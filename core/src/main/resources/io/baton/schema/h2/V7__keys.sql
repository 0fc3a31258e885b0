-- Keys of the business by which jobs are found. A row stays while its job is in baton_job or in the history.
CREATE TABLE IF NOT EXISTS baton_key (
    job_id  bigint       NOT NULL PRIMARY KEY,
    job_key varchar(200) NOT NULL
);

CREATE INDEX IF NOT EXISTS baton_key_jobs ON baton_key (job_key, job_id);
