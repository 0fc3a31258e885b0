-- the last attempts of a job that failed, each in a place by its number
CREATE TABLE baton_attempt (
    job_id     bigint NOT NULL,
    place      integer NOT NULL,
    attempt    integer NOT NULL,
    worker_id  bigint,
    claimed_at datetime(6) NOT NULL,
    failed_at  datetime(6) NOT NULL,
    error      varchar(2000) NOT NULL,
    PRIMARY KEY (job_id, place)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
