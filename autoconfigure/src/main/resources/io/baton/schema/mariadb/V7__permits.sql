CREATE TABLE baton_permit (
    job_id   bigint       NOT NULL,
    name     varchar(202) NOT NULL,
    -- in the order in which the job acquires them, from 0
    position smallint     NOT NULL,
    -- 0 asleep, 1 waiting, 2 held
    state    smallint     NOT NULL,
    -- how many permits the job holds already, negative, so that half-served jobs come first
    place    smallint     NOT NULL,
    queue    varchar(100) NOT NULL,
    job_rank integer      NOT NULL,
    due_at   datetime(6)  NOT NULL,
    PRIMARY KEY (job_id, name),
    INDEX baton_permit_line (state, name, queue, place, job_rank, due_at, job_id),
    CONSTRAINT baton_permit_state_is_known CHECK (state BETWEEN 0 AND 2)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
