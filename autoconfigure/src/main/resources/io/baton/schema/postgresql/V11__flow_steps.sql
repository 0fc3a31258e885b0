SET LOCAL lock_timeout = '2s';

CREATE TABLE baton_flow_step (
    batch_id bigint       NOT NULL,
    step     integer      NOT NULL,
    name     varchar(200) COLLATE "C" NOT NULL,
    PRIMARY KEY (batch_id, step)
);
