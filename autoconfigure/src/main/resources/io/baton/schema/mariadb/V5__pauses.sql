-- queues whose jobs may not start for now: until the latest of their rows
CREATE TABLE baton_pause (
    id           bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    queue        varchar(100) NOT NULL,
    paused_until datetime(6) NOT NULL,
    INDEX baton_pause_queue (queue)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
