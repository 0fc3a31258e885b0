SET LOCAL lock_timeout = '2s';

-- What the handlers of jobs have done, by name. A row stays while its job is in baton_job or in the history.
CREATE TABLE baton_step (
    job_id   bigint                   NOT NULL,
    name     varchar(200) COLLATE "C" NOT NULL,
    -- 0 a call, 1 a transaction, 2 a sleep, 3 a wait for a signal, 4 a decision
    kind     smallint                 NOT NULL,
    -- 0 begun, 1 done, 2 waiting, 3 timed out, 4 done, with a result that cannot be kept
    state    smallint                 NOT NULL,
    -- of the job
    attempt  integer                  NOT NULL,
    began_at timestamptz(6)           NOT NULL,
    ended_at timestamptz(6),
    -- when an open wait ends
    until_at timestamptz(6),
    result   text,
    PRIMARY KEY (job_id, name),
    CONSTRAINT baton_step_waits_until CHECK ((state = 2) = (until_at IS NOT NULL))
) WITH (vacuum_truncate = off);

CREATE INDEX baton_step_until ON baton_step (until_at, job_id) WHERE until_at IS NOT NULL;

-- Pages that stay, as in baton_permit.
INSERT INTO baton_step (job_id, name, kind, state, attempt, began_at, result)
SELECT -n, 'filler', 0, 1, 1, now(), repeat('x', 200) FROM generate_series(1, 2000) n;
DELETE FROM baton_step;

-- State 7: the handler waits. The rows that are there are possible in any case.
CREATE OR REPLACE FUNCTION baton_job_is_possible(state smallint, attempt integer, crashes integer, lock_id uuid, due_at timestamptz, created_at timestamptz)
    RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS '
BEGIN
    RETURN (state BETWEEN 0 AND 3 OR state = 5 OR state = 7)
        AND (state = 2) = (lock_id IS NOT NULL)
        AND (state <> 2 OR attempt > 0)
        AND (attempt BETWEEN 0 AND 1000000000 OR (attempt = 1000000001 AND (state = 2 OR state = 5)))
        AND crashes BETWEEN 0 AND 1000
        AND due_at BETWEEN ''1000-01-01 00:00:00+00'' AND ''9999-12-31 00:00:00+00''
        AND created_at BETWEEN ''1000-01-01 00:00:00+00'' AND ''9999-12-31 00:00:00+00'';
END';
