SET LOCAL lock_timeout = '2s';

-- Jobs of sequences that have not ended.
CREATE TABLE baton_sequence (
    job_id     bigint                   NOT NULL PRIMARY KEY,
    name       varchar(200) COLLATE "C" NOT NULL,
    -- 0 asleep: not due yet, or dead and passed over; 1 waiting; 2 head; 3 dead head that blocks; 4 dead head behind which jobs are cancelled
    state      smallint                 NOT NULL,
    -- what happens to the others if it dies: 0 they wait, 1 they go on, 2 they are cancelled
    on_dead    smallint                 NOT NULL,
    -- since when it blocks the others
    blocked_at timestamptz(6),
    CONSTRAINT baton_sequence_state_is_known CHECK (state BETWEEN 0 AND 4)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1,
    autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);

CREATE INDEX baton_sequence_waiting ON baton_sequence (name, job_id) WHERE state = 1;
CREATE INDEX baton_sequence_blocked ON baton_sequence (name) WHERE state >= 3;

-- Pages that stay, as in baton_permit.
INSERT INTO baton_sequence (job_id, name, state, on_dead)
SELECT -n, repeat('x', 200), 0, 0 FROM generate_series(1, 2000) n;
DELETE FROM baton_sequence;
