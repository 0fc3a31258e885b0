CREATE TABLE baton_once (
    once_key      varchar(200) NOT NULL PRIMARY KEY,
    -- 0 free, 1 claimed, 2 done
    state         smallint NOT NULL,
    -- what the action is handed as its idempotency key
    token         binary(16) NOT NULL,
    lock_id       binary(16),
    -- a claim ends with the death of this worker, or at this time if there is none
    worker_id     bigint,
    claimed_until datetime(6),
    outcome       longtext,
    expires_at    datetime(6) NOT NULL,
    INDEX baton_once_expires (expires_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
