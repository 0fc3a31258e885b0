SET LOCAL lock_timeout = '2s';

CREATE TABLE baton_flow_edge (
    batch_id   bigint  NOT NULL,
    step       integer NOT NULL,
    -- a step that has to end before it
    after_step integer NOT NULL,
    PRIMARY KEY (batch_id, step, after_step)
);
