SET LOCAL lock_timeout = '2s';

CREATE TABLE baton_permit (
    job_id   bigint                      NOT NULL,
    name     varchar(202) COLLATE "C"    NOT NULL,
    -- in the order in which the job acquires them, from 0
    position smallint                    NOT NULL,
    -- 0 asleep, 1 waiting, 2 held
    state    smallint                    NOT NULL,
    -- how many permits the job holds already, negative, so that half-served jobs come first
    place    smallint                    NOT NULL,
    queue    varchar(100)                NOT NULL,
    job_rank integer                     NOT NULL,
    due_at   timestamp(6) with time zone NOT NULL,
    PRIMARY KEY (job_id, name),
    CONSTRAINT baton_permit_state_is_known CHECK (state BETWEEN 0 AND 2)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1,
    autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);

CREATE INDEX baton_permit_waiting ON baton_permit (name, queue, place, job_rank, due_at, job_id) WHERE state = 1;
CREATE INDEX baton_permit_held ON baton_permit (name, job_id) WHERE state = 2;
