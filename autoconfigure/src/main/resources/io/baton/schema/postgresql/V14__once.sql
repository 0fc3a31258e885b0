SET LOCAL lock_timeout = '2s';

CREATE TABLE baton_once (
    once_key      varchar(200) COLLATE "C" NOT NULL PRIMARY KEY,
    -- 0 free, 1 claimed, 2 done
    state         smallint NOT NULL,
    -- what the action is handed as its idempotency key
    token         uuid NOT NULL,
    -- of the claim, or of what noted the end
    lock_id       uuid,
    -- a claim ends with this run of this job, or at this time if there is none
    job_id        bigint,
    job_lock_id   uuid,
    claimed_until timestamp(6) with time zone,
    outcome       text,
    expires_at    timestamp(6) with time zone NOT NULL
);

CREATE INDEX baton_once_expires ON baton_once (expires_at);
