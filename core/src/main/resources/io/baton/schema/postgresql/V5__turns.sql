SET LOCAL lock_timeout = '2s';

-- The head of each sequence that has one, dead or alive. Rows are updated in place: half of each page is left free for that.
CREATE TABLE baton_turn (
    name   varchar(200) COLLATE "C" NOT NULL PRIMARY KEY,
    job_id bigint                   NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1,
    autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);

-- Pages that stay, as in baton_permit.
INSERT INTO baton_turn (job_id, name)
SELECT 0, repeat('x', 190) || n FROM generate_series(1, 2000) n;
DELETE FROM baton_turn;
