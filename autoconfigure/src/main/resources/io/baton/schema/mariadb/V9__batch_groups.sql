CREATE TABLE baton_batch_group (
    id         bigint   NOT NULL AUTO_INCREMENT PRIMARY KEY,
    batch_id   bigint   NOT NULL,
    size       integer  NOT NULL,
    -- how many of its items have not ended; each has a bit, which is 1 until then; null when all have
    remaining  integer  NOT NULL,
    bits       varbinary(1000),
    -- of those that have not ended: which have died, and how many
    dead_bits  varbinary(1000),
    dead       integer  NOT NULL DEFAULT 0,
    cancelled  integer  NOT NULL DEFAULT 0,
    -- how its jobs share the work, if they do
    strategy   smallint,
    -- between which ids its jobs lie; null if its items are no jobs
    first_job  bigint,
    last_job   bigint,
    -- of a flow: which step it belongs to; 2 while that waits for others, 1 while some of its jobs are to be released, then 0
    step       integer,
    blocked    smallint NOT NULL DEFAULT 0,
    INDEX baton_batch_group_batch (batch_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
