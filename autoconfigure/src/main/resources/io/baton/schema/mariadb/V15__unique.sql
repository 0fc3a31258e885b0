CREATE TABLE baton_unique (
    unique_key varchar(220) NOT NULL,
    -- 0 for the job that holds the key, else a dead job that may take it back
    dead_job   bigint NOT NULL,
    -- 0 until the transaction that took the key has stored its job
    job_id     bigint NOT NULL,
    -- held 0 until the job starts, 1 until it finishes, 2 until a time
    scope      smallint NOT NULL,
    started    boolean NOT NULL,
    expires_at datetime(6),
    -- how many enqueues asked for it
    asked      integer NOT NULL,
    PRIMARY KEY (unique_key, dead_job),
    INDEX baton_unique_job (job_id),
    INDEX baton_unique_expires (expires_at),
    CONSTRAINT baton_unique_scope_is_known CHECK (scope BETWEEN 0 AND 2)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
