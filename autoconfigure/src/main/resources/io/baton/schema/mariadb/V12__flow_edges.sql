CREATE TABLE baton_flow_edge (
    batch_id   bigint  NOT NULL,
    step       integer NOT NULL,
    -- a step that has to end before it
    after_step integer NOT NULL,
    PRIMARY KEY (batch_id, step, after_step)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
