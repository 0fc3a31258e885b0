-- Keys of the business by which jobs are found. A row stays while its job is in baton_job or in the history.
CREATE TABLE IF NOT EXISTS baton_key (
    job_id  bigint       NOT NULL PRIMARY KEY,
    job_key varchar(200) NOT NULL,
    INDEX baton_key_jobs (job_key, job_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;
