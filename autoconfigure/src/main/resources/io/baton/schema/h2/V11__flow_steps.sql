CREATE TABLE IF NOT EXISTS baton_flow_step (
    batch_id bigint       NOT NULL,
    step     integer      NOT NULL,
    name     varchar(200) NOT NULL,
    PRIMARY KEY (batch_id, step)
);
