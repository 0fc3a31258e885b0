CREATE TABLE IF NOT EXISTS baton_permit (
    job_id   bigint                      NOT NULL,
    name     varchar(202)                NOT NULL,
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
);

CREATE INDEX IF NOT EXISTS baton_permit_line ON baton_permit (state, name, queue, place, job_rank, due_at, job_id);
