CREATE TABLE baton_batch (
    id           bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    batch_key    varchar(200) UNIQUE,
    sealed       boolean      NOT NULL DEFAULT FALSE,
    completed_at datetime(6),
    -- changed once a minute at most
    active_at    datetime(6)  NOT NULL,
    -- jobs that wait for its end, or for its first dead item
    on_complete  bigint,
    on_dead      bigint,
    -- the item of another batch that it is
    parent_group bigint,
    parent_index integer,
    -- whether the other batch was told that nothing of this one goes on
    stuck        boolean      NOT NULL DEFAULT FALSE,
    -- whether its groups are steps that wait for each other, and when somebody cancelled it
    flow         boolean      NOT NULL DEFAULT FALSE,
    cancelled_at datetime(6),
    INDEX baton_batch_active (active_at),
    INDEX baton_batch_parent (parent_group)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
