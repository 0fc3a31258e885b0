CREATE TABLE baton_activity (
    id           bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    -- when a node wrote what it had run since its last row
    noted_at     datetime(6) NOT NULL,
    started      bigint NOT NULL,
    completed    bigint NOT NULL,
    cancelled    bigint NOT NULL,
    failed       bigint NOT NULL,
    died         bigint NOT NULL,
    -- microseconds, of all that started and of the longest one
    waited       bigint NOT NULL,
    longest_wait bigint NOT NULL,
    INDEX baton_activity_noted (noted_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
