SET LOCAL lock_timeout = '2s';

CREATE TABLE baton_once (
    once_key      varchar(200) COLLATE "C" NOT NULL PRIMARY KEY,
    -- 0 free, 1 claimed, 2 done
    state         smallint NOT NULL,
    -- what the action is handed as its idempotency key
    token         uuid NOT NULL,
    lock_id       uuid,
    -- a claim ends with the death of this worker, or at this time if there is none
    worker_id     bigint,
    claimed_until timestamp(6) with time zone,
    outcome       text,
    expires_at    timestamp(6) with time zone NOT NULL
);

CREATE INDEX baton_once_expires ON baton_once (expires_at);
