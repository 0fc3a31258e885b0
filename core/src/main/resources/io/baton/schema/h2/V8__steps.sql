-- What the handlers of jobs have done, by name. A row stays while its job is in baton_job or in the history.
CREATE TABLE IF NOT EXISTS baton_step (
    job_id   bigint                      NOT NULL,
    name     varchar(200)                NOT NULL,
    -- 0 a call, 1 a transaction, 2 a sleep, 3 a wait for a signal, 4 a decision
    kind     smallint                    NOT NULL,
    -- 0 begun, 1 done, 2 waiting, 3 timed out, 4 done, with a result that cannot be kept
    state    smallint                    NOT NULL,
    -- of the job
    attempt  integer                     NOT NULL,
    began_at timestamp(6) with time zone NOT NULL,
    ended_at timestamp(6) with time zone,
    -- when an open wait ends
    until_at timestamp(6) with time zone,
    result   character large object,
    PRIMARY KEY (job_id, name),
    CONSTRAINT baton_step_waits_until CHECK ((state = 2) = (until_at IS NOT NULL))
);

CREATE INDEX IF NOT EXISTS baton_step_until ON baton_step (until_at, job_id);

-- State 7: the handler waits. Another check of the state would read the whole table.
ALTER TABLE baton_job DROP CONSTRAINT IF EXISTS baton_job_state_is_known;
