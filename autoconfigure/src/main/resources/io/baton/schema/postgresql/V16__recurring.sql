SET LOCAL lock_timeout = '2s';

CREATE TABLE baton_schedule (
    name         varchar(100) COLLATE "C" NOT NULL PRIMARY KEY,
    -- tells who made the row when several tried
    made_by      uuid NOT NULL,
    -- what each of its jobs is
    type         varchar(200) NOT NULL,
    queue        varchar(100) NOT NULL,
    priority     integer NOT NULL,
    max_attempts integer,
    labels       text,
    permits      text,
    payload      text,
    -- when: either of them; the expression - is never
    cron         varchar(200),
    every_micros bigint,
    zone_id      varchar(50) NOT NULL,
    -- 0 run once, 1 skip, 2 run all
    missed       smallint NOT NULL,
    may_overlap  boolean NOT NULL,
    -- null if it never comes
    next_at      timestamp(6) with time zone,
    last_tick    timestamp(6) with time zone,
    last_job     bigint,
    paused       boolean NOT NULL,
    -- a digest of what the code said last; null if it was added at run time
    declared     varchar(64),
    -- when a node said last that it knows the annotation or, of one added at run time, the type
    known_at     timestamp(6) with time zone NOT NULL,
    -- no node has for long
    gone         boolean NOT NULL,
    changed_at   timestamp(6) with time zone NOT NULL
);
