CREATE TABLE baton_worker (
    id         bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name       varchar(200) NOT NULL,
    host       varchar(200) NOT NULL,
    pid        bigint       NOT NULL,
    epoch      binary(16)   NOT NULL,
    version    varchar(50)  NOT NULL,
    queues     longtext     NOT NULL,
    types      longtext     NOT NULL,
    started_at datetime(6)  NOT NULL,
    seen_at    datetime(6)  NOT NULL,
    dead       bit(1)       NOT NULL DEFAULT 0,
    charged    bit(1)       NOT NULL DEFAULT 0
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE TABLE baton_job (
    id               bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    type             varchar(200) NOT NULL,
    queue            varchar(100) NOT NULL,
    job_rank         integer      NOT NULL,
    due_at           datetime(6)  NOT NULL,
    state            smallint     NOT NULL,
    attempt          integer      NOT NULL DEFAULT 0,
    crashes          integer      NOT NULL DEFAULT 0,
    max_attempts     integer,
    lock_id          binary(16),
    worker_id        bigint,
    claimed_at       datetime(6),
    cancel_requested bit(1)       NOT NULL DEFAULT 0,
    created_at       datetime(6)  NOT NULL,
    died_at          datetime(6),
    progress         double,
    progress_note    varchar(200),
    labels           longtext,
    payload          longtext,
    checkpoint       longtext,
    error            longtext,
    CONSTRAINT baton_job_claimed_has_lock CHECK ((state = 2) = (lock_id IS NOT NULL)),
    -- whoever writes rows by hand: none may stop the claims of its queue, nor whoever takes it back from a dead worker
    CONSTRAINT baton_job_claimed_has_attempt CHECK (state <> 2 OR attempt > 0),
    CONSTRAINT baton_job_attempt_leaves_room CHECK (attempt BETWEEN 0 AND 1000000000 OR (attempt = 1000000001 AND (state = 2 OR state = 5))),
    CONSTRAINT baton_job_crashes_in_bounds CHECK (crashes BETWEEN 0 AND 1000),
    CONSTRAINT baton_job_state_is_known CHECK (state BETWEEN 0 AND 3 OR state = 5),
    CONSTRAINT baton_job_times_in_bounds CHECK (due_at BETWEEN TIMESTAMP '1000-01-01 00:00:00' AND TIMESTAMP '9999-12-31 00:00:00'
        AND created_at BETWEEN TIMESTAMP '1000-01-01 00:00:00' AND TIMESTAMP '9999-12-31 00:00:00'),
    INDEX baton_job_claim (state, queue, job_rank, due_at, id),
    INDEX baton_job_due (state, due_at, id),
    INDEX baton_job_owner (worker_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE TABLE baton_job_history (
    id         bigint       NOT NULL PRIMARY KEY,
    type       varchar(200) NOT NULL,
    queue      varchar(100) NOT NULL,
    job_rank   integer      NOT NULL,
    state      smallint     NOT NULL,
    attempt    integer      NOT NULL,
    worker_id  bigint,
    created_at datetime(6)  NOT NULL,
    due_at     datetime(6)  NOT NULL,
    claimed_at datetime(6),
    ended_at   datetime(6)  NOT NULL,
    labels     longtext,
    result     longtext,
    INDEX baton_job_history_ended (ended_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
