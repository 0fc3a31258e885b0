CREATE TABLE baton_ack (
    id       bigint           NOT NULL AUTO_INCREMENT PRIMARY KEY,
    group_id bigint           NOT NULL,
    -- 0 done, 1 cancelled, 2 dead, 3 revived
    kind     smallint         NOT NULL,
    -- two bytes for each item
    items    varbinary(20000) NOT NULL,
    INDEX baton_ack_group (group_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
