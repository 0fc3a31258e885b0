SET LOCAL lock_timeout = '2s';

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
