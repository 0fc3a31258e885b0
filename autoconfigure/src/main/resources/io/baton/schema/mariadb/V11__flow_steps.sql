CREATE TABLE baton_flow_step (
    batch_id bigint       NOT NULL,
    step     integer      NOT NULL,
    name     varchar(200) NOT NULL,
    PRIMARY KEY (batch_id, step)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
