CREATE TABLE baton_once (
    once_key      varchar(200) NOT NULL PRIMARY KEY,
    -- 0 free, 1 claimed, 2 done
    state         smallint NOT NULL,
    -- what the action is handed as its idempotency key
    token         binary(16) NOT NULL,
    -- of the claim, or of what noted the end
    lock_id       binary(16),
    -- a claim ends with this run of this job, or at this time if there is none
    job_id        bigint,
    job_lock_id   binary(16),
    claimed_until datetime(6),
    outcome       longtext,
    expires_at    datetime(6) NOT NULL,
    INDEX baton_once_expires (expires_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
