CREATE TABLE baton_limit (
    -- the family, or family:key; that of a rate begins with ~
    name       varchar(202) NOT NULL PRIMARY KEY,
    family     varchar(101) NOT NULL,
    -- how many may hold it at once; null for a key that has what its family has
    capacity   integer,
    -- what the properties said when they last changed something
    declared   varchar(202),
    -- of rates: so many in so much time, and so many at once
    rate       integer,
    per_micros bigint,
    burst      integer,
    tokens     double,
    filled_at  datetime(6),
    used_at    datetime(6)  NOT NULL,
    CONSTRAINT baton_limit_capacity_in_bounds CHECK (capacity >= 0)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
