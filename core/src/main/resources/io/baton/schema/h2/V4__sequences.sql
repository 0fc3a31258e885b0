-- Jobs of sequences that have not ended.
CREATE TABLE IF NOT EXISTS baton_sequence (
    job_id     bigint       NOT NULL PRIMARY KEY,
    name       varchar(200) NOT NULL,
    -- 0 asleep: not due yet, or dead and passed over; 1 waiting; 2 head; 3 dead head that blocks; 4 dead head behind which jobs are cancelled
    state      smallint     NOT NULL,
    -- what happens to the others if it dies: 0 they wait, 1 they go on, 2 they are cancelled
    on_dead    smallint     NOT NULL,
    -- since when it blocks the others
    blocked_at timestamp(6) with time zone,
    CONSTRAINT baton_sequence_state_is_known CHECK (state BETWEEN 0 AND 4)
);

CREATE INDEX IF NOT EXISTS baton_sequence_line ON baton_sequence (state, name, job_id);
