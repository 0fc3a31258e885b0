-- The head of each sequence that has one, dead or alive.
CREATE TABLE IF NOT EXISTS baton_turn (
    name   varchar(200) NOT NULL PRIMARY KEY,
    job_id bigint       NOT NULL
);
