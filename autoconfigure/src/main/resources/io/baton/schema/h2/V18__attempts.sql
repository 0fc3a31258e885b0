-- the last attempts of a job that failed, each in a place by its number
CREATE TABLE IF NOT EXISTS baton_attempt (
    job_id     bigint NOT NULL,
    place      integer NOT NULL,
    attempt    integer NOT NULL,
    worker_id  bigint,
    claimed_at timestamp(6) with time zone NOT NULL,
    failed_at  timestamp(6) with time zone NOT NULL,
    error      varchar(2000) NOT NULL,
    PRIMARY KEY (job_id, place)
);
