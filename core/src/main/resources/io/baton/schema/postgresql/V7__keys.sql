SET LOCAL lock_timeout = '2s';

-- Keys of the business by which jobs are found. A row stays while its job is in baton_job or in the history.
CREATE TABLE baton_key (
    job_id  bigint                   NOT NULL PRIMARY KEY,
    job_key varchar(200) COLLATE "C" NOT NULL
) WITH (vacuum_truncate = off);

CREATE INDEX baton_key_jobs ON baton_key (job_key, job_id);

-- Pages that stay, as in baton_permit.
INSERT INTO baton_key (job_id, job_key)
SELECT -n, repeat('x', 190) || n FROM generate_series(1, 2000) n;
DELETE FROM baton_key;
