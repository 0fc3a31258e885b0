-- By queue and type: rows without them are totals, of the release before or of what ran seldom. Percentiles are taken from counts of waits.
ALTER TABLE baton_activity
    ADD COLUMN queue varchar(100),
    ADD COLUMN type varchar(200),
    -- 15 once rows of minutes are merged into one of a quarter of an hour, whose start is then its time
    ADD COLUMN minutes smallint NOT NULL DEFAULT 1,
    -- ready jobs of the queue at this time; null in all other rows
    ADD COLUMN depth bigint,
    -- how many of those that started waited so long, from Activity.WAITS
    ADD COLUMN wait_0 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_1 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_2 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_3 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_4 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_5 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_6 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_7 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_8 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_9 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_10 bigint NOT NULL DEFAULT 0,
    ADD COLUMN wait_11 bigint NOT NULL DEFAULT 0;
