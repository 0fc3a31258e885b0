-- With a share, the stored name of a queue is longer.
ALTER TABLE baton_job ALTER COLUMN queue varchar(310) NOT NULL;
ALTER TABLE baton_job_history ALTER COLUMN queue varchar(310) NOT NULL;
ALTER TABLE baton_pause ALTER COLUMN queue varchar(310) NOT NULL;
ALTER TABLE baton_schedule ALTER COLUMN queue varchar(310) NOT NULL;

-- Weights of shares that were changed at run time.
CREATE TABLE IF NOT EXISTS baton_share (
    queue  varchar(100) NOT NULL,
    name   varchar(200) NOT NULL,
    weight integer      NOT NULL,
    PRIMARY KEY (queue, name),
    CONSTRAINT baton_share_weight_in_bounds CHECK (weight BETWEEN 1 AND 1000)
);
