-- By queue and type: rows without them are totals, of the release before or of what ran seldom. Percentiles are taken from counts of waits.
ALTER TABLE baton_activity
    ADD COLUMN /*M! IF NOT EXISTS */ queue varchar(100),
    ADD COLUMN /*M! IF NOT EXISTS */ type varchar(200),
    -- 15 once rows of minutes are merged into one of a quarter of an hour, whose start is then its time
    ADD COLUMN /*M! IF NOT EXISTS */ minutes smallint NOT NULL DEFAULT 1,
    -- ready jobs of the queue at this time; null in all other rows
    ADD COLUMN /*M! IF NOT EXISTS */ depth bigint,
    -- how many of those that started waited so long, from Activity.WAITS. Null where none did, which takes no space
    ADD COLUMN /*M! IF NOT EXISTS */ wait_0 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_1 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_2 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_3 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_4 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_5 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_6 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_7 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_8 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_9 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_10 integer,
    ADD COLUMN /*M! IF NOT EXISTS */ wait_11 integer;
