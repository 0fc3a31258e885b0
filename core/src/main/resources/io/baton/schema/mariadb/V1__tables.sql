-- Of MariaDB and of MySQL: /*M! is read by the one, /*!80017 by the other. A client that leaves out comments fails at the first table.
-- The collations compare bytes, and do not pad.

-- Workers: one row for each start of a node, kept for a while after its death.
CREATE TABLE baton_worker (
    id                bigint                             NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name              varchar(200)                       NOT NULL,
    host              varchar(200)                       NOT NULL,
    pid               bigint                             NOT NULL,
    epoch             binary(16)                         NOT NULL,
    version           varchar(50)                        NOT NULL,
    -- that it serves, and types that it knows, one per line
    queues            longtext                           NOT NULL,
    types             longtext                           NOT NULL,
    started_at        datetime(6)                        NOT NULL,
    -- its last heartbeat
    seen_at           datetime(6)                        NOT NULL,
    -- how long it may be silent by its own settings; if null, those of the node that looks decide
    dead_after_millis bigint,
    dead              /*M! boolean */ /*!80017 bit(1) */ NOT NULL DEFAULT 0,
    -- dead since it ended in good order: nothing that it still holds was its end
    orderly           bit(1)                             NOT NULL DEFAULT 0,
    -- dead, and seen to hold no job: its jobs are not looked for any more
    released          bit(1)                             NOT NULL DEFAULT 0
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Jobs that have not ended, and those that are dead.
CREATE TABLE baton_job (
    id               bigint                             NOT NULL AUTO_INCREMENT PRIMARY KEY,
    type             varchar(200)                       NOT NULL,
    queue            varchar(100)                       NOT NULL,
    -- lower ranks run first: the complement of the priority
    job_rank         integer                            NOT NULL,
    due_at           datetime(6)                        NOT NULL,
    -- 0 scheduled, 1 ready, 2 claimed, 3 blocked, 5 dead
    state            smallint                           NOT NULL,
    attempt          integer                            NOT NULL DEFAULT 0,
    max_attempts     integer,
    -- what stands against it since its last outcome: the death of its worker, and every start since
    crashes          integer                            NOT NULL DEFAULT 0,
    -- how often in a row a shutdown interrupted it
    interruptions    integer                            NOT NULL DEFAULT 0,
    -- of its claim, by which all that its worker writes is fenced
    lock_id          binary(16),
    worker_id        bigint,
    claimed_at       datetime(6),
    cancel_requested /*M! boolean */ /*!80017 bit(1) */ NOT NULL DEFAULT 0,
    created_at       datetime(6)                        NOT NULL,
    died_at          datetime(6),
    -- what it takes part in beside its queue, as bits; null for a plain job, which is nearly every one
    ties             smallint,
    batch_group      bigint,
    batch_index      integer,
    -- in which it was enqueued
    trace            varchar(200),
    progress         double,
    progress_note    varchar(200),
    labels           longtext,
    payload          longtext,
    checkpoint       longtext,
    error            longtext,
    -- against rows written by hand: none may stop the claims of its queue, nor the reclaim of what a dead worker held
    CONSTRAINT baton_job_claimed_has_lock CHECK ((state = 2) = (lock_id IS NOT NULL)),
    CONSTRAINT baton_job_claimed_has_attempt CHECK (state <> 2 OR attempt > 0),
    CONSTRAINT baton_job_attempt_leaves_room CHECK (attempt BETWEEN 0 AND 1000000000 OR (attempt = 1000000001 AND (state = 2 OR state = 5))),
    CONSTRAINT baton_job_crashes_in_bounds CHECK (crashes BETWEEN 0 AND 1000),
    CONSTRAINT baton_job_state_is_known CHECK (state BETWEEN 0 AND 3 OR state = 5),
    CONSTRAINT baton_job_times_in_bounds CHECK (due_at BETWEEN TIMESTAMP '1000-01-01 00:00:00' AND TIMESTAMP '9999-12-31 00:00:00'
        AND created_at BETWEEN TIMESTAMP '1000-01-01 00:00:00' AND TIMESTAMP '9999-12-31 00:00:00'),
    INDEX baton_job_claim (state, queue, job_rank, due_at, id),
    INDEX baton_job_due (state, due_at, id),
    INDEX baton_job_owner (worker_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Jobs that have ended: completed, or cancelled.
CREATE TABLE baton_job_history (
    id         bigint       NOT NULL PRIMARY KEY,
    type       varchar(200) NOT NULL,
    queue      varchar(100) NOT NULL,
    job_rank   integer      NOT NULL,
    -- 4 completed, 6 cancelled
    state      smallint     NOT NULL,
    attempt    integer      NOT NULL,
    worker_id  bigint,
    created_at datetime(6)  NOT NULL,
    due_at     datetime(6)  NOT NULL,
    claimed_at datetime(6),
    ended_at   datetime(6)  NOT NULL,
    labels     longtext,
    result     longtext,
    INDEX baton_job_history_ended (state, ended_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- The last attempts of a job that failed, each in a place by its number.
CREATE TABLE baton_attempt (
    job_id     bigint        NOT NULL,
    place      integer       NOT NULL,
    attempt    integer       NOT NULL,
    worker_id  bigint,
    claimed_at datetime(6)   NOT NULL,
    failed_at  datetime(6)   NOT NULL,
    error      varchar(2000) NOT NULL,
    PRIMARY KEY (job_id, place)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Queues whose jobs may not start for now: until the latest of their rows.
CREATE TABLE baton_pause (
    id           bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    queue        varchar(100) NOT NULL,
    paused_until datetime(6)  NOT NULL,
    INDEX baton_pause_queue (queue)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- What limits jobs: semaphores and rates.
CREATE TABLE baton_limit (
    -- the family, or family:key; that of a rate begins with ~
    name       varchar(202) NOT NULL PRIMARY KEY,
    family     varchar(101) NOT NULL,
    -- how many may hold it at once; null for a key that has what its family has
    capacity   integer,
    -- what the properties said when they last changed something
    declared   varchar(202),
    -- of rates: so many in so much time, and so many at once
    rate       integer,
    per_micros bigint,
    burst      integer,
    tokens     double,
    filled_at  datetime(6),
    used_at    datetime(6)  NOT NULL,
    CONSTRAINT baton_limit_capacity_in_bounds CHECK (capacity >= 0)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- The permits of a semaphore that a job waits for or holds.
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
    CONSTRAINT baton_permit_state_is_known CHECK (state BETWEEN 0 AND 2),
    INDEX baton_permit_line (state, name, queue, place, job_rank, due_at, job_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Batches and flows.
CREATE TABLE baton_batch (
    id           bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    batch_key    varchar(200) UNIQUE,
    sealed       boolean      NOT NULL DEFAULT FALSE,
    completed_at datetime(6),
    -- changed once a minute at most
    active_at    datetime(6)  NOT NULL,
    -- jobs that wait for its end, or for its first dead item
    on_complete  bigint,
    on_dead      bigint,
    -- the item of another batch that it is
    parent_group bigint,
    parent_index integer,
    -- whether the other batch knows that nothing of this one goes on
    stuck        boolean      NOT NULL DEFAULT FALSE,
    -- whether its groups are steps that wait for each other, and when it was cancelled
    flow         boolean      NOT NULL DEFAULT FALSE,
    cancelled_at datetime(6),
    INDEX baton_batch_active (active_at),
    INDEX baton_batch_parent (parent_group)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Groups of the items of a batch.
CREATE TABLE baton_batch_group (
    id        bigint   NOT NULL AUTO_INCREMENT PRIMARY KEY,
    batch_id  bigint   NOT NULL,
    size      integer  NOT NULL,
    -- how many of its items have not ended; each has a bit, which is 1 until then; null when all have
    remaining integer  NOT NULL,
    bits      varbinary(1000),
    -- of those that have not ended: which have died, and how many
    dead_bits varbinary(1000),
    dead      integer  NOT NULL DEFAULT 0,
    cancelled integer  NOT NULL DEFAULT 0,
    -- how its jobs share the work, if they do
    strategy  smallint,
    -- between which ids its jobs lie; null if its items are no jobs
    first_job bigint,
    last_job  bigint,
    -- of a flow: which step it belongs to; 2 while that waits for others, 1 while some of its jobs are to be released, then 0
    step      integer,
    blocked   smallint NOT NULL DEFAULT 0,
    -- whether all of its items have ended and it waits for no step: what is open is asked of the others only
    ended     boolean  NOT NULL DEFAULT FALSE,
    INDEX baton_batch_group_batch (batch_id),
    INDEX baton_batch_group_open (batch_id, ended, step)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- What happened to items of a group and is not yet folded into its row.
CREATE TABLE baton_ack (
    id       bigint           NOT NULL AUTO_INCREMENT PRIMARY KEY,
    group_id bigint           NOT NULL,
    -- 0 done, 1 cancelled, 2 dead, 3 revived
    kind     smallint         NOT NULL,
    -- two bytes for each item
    items    varbinary(20000) NOT NULL,
    INDEX baton_ack_group (group_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- The names of the steps of a flow.
CREATE TABLE baton_flow_step (
    batch_id bigint       NOT NULL,
    step     integer      NOT NULL,
    name     varchar(200) NOT NULL,
    PRIMARY KEY (batch_id, step)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Which step of a flow waits for which.
CREATE TABLE baton_flow_edge (
    batch_id   bigint  NOT NULL,
    step       integer NOT NULL,
    -- a step that has to end before it
    after_step integer NOT NULL,
    PRIMARY KEY (batch_id, step, after_step)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Results of the jobs of a flow, for the steps after them.
CREATE TABLE baton_result (
    group_id bigint   NOT NULL,
    item     integer  NOT NULL,
    result   longtext NOT NULL,
    PRIMARY KEY (group_id, item)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Actions that run once, by their keys.
CREATE TABLE baton_once (
    once_key      varchar(200) NOT NULL PRIMARY KEY,
    -- 0 free, 1 claimed, 2 done
    state         smallint     NOT NULL,
    -- passed to the action as its idempotency key
    token         binary(16)   NOT NULL,
    -- of the claim, or of what noted the end
    lock_id       binary(16),
    -- a claim ends with this run of this job, or at this time if there is none
    job_id        bigint,
    job_lock_id   binary(16),
    claimed_until datetime(6),
    outcome       longtext,
    expires_at    datetime(6)  NOT NULL,
    INDEX baton_once_expires (expires_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Keys of unique jobs.
CREATE TABLE baton_unique (
    unique_key varchar(220) NOT NULL,
    -- 0 for the job that holds the key, else a dead job that may hold it again
    dead_job   bigint       NOT NULL,
    -- 0 until the transaction that took the key has stored its job
    job_id     bigint       NOT NULL,
    -- held 0 until the job starts, 1 until it finishes, 2 until a time
    scope      smallint     NOT NULL,
    started    boolean      NOT NULL,
    expires_at datetime(6),
    -- how many enqueues asked for it
    asked      integer      NOT NULL,
    PRIMARY KEY (unique_key, dead_job),
    CONSTRAINT baton_unique_scope_is_known CHECK (scope BETWEEN 0 AND 2),
    INDEX baton_unique_job (job_id),
    INDEX baton_unique_expires (expires_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- Schedules of recurring jobs.
CREATE TABLE baton_schedule (
    name         varchar(100) NOT NULL PRIMARY KEY,
    -- by which a node knows that it made the row when several tried
    made_by      binary(16)   NOT NULL,
    -- what each of its jobs is
    type         varchar(200) NOT NULL,
    queue        varchar(100) NOT NULL,
    priority     integer      NOT NULL,
    max_attempts integer,
    labels       longtext,
    permits      longtext,
    payload      longtext,
    -- when: either of them; the expression - is never
    cron         varchar(200),
    every_micros bigint,
    zone_id      varchar(50)  NOT NULL,
    -- 0 run once, 1 skip, 2 run all
    missed       smallint     NOT NULL,
    may_overlap  boolean      NOT NULL,
    -- null if it never comes
    next_at      datetime(6),
    last_tick    datetime(6),
    last_job     bigint,
    paused       boolean      NOT NULL,
    -- a digest of what the code said last; null if it was added at run time
    declared     varchar(64),
    -- when a node last said that it knows the annotation or, of one added at run time, the type
    known_at     datetime(6)  NOT NULL,
    -- no node has for long
    gone         boolean      NOT NULL,
    changed_at   datetime(6)  NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;

-- What the nodes ran: each adds a row now and then.
CREATE TABLE baton_activity (
    id           bigint      NOT NULL AUTO_INCREMENT PRIMARY KEY,
    -- when a node wrote what it had run since its last row
    noted_at     datetime(6) NOT NULL,
    started      bigint      NOT NULL,
    completed    bigint      NOT NULL,
    cancelled    bigint      NOT NULL,
    failed       bigint      NOT NULL,
    died         bigint      NOT NULL,
    -- microseconds, of all that started and of the longest one
    waited       bigint      NOT NULL,
    longest_wait bigint      NOT NULL,
    INDEX baton_activity_noted (noted_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;
