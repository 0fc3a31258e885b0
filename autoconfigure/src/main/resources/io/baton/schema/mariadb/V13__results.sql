CREATE TABLE baton_result (
    group_id bigint  NOT NULL,
    item     integer NOT NULL,
    result   longtext NOT NULL,
    PRIMARY KEY (group_id, item)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
