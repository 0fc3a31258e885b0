SET LOCAL lock_timeout = '2s';

-- With a share, the stored name of a queue is longer. Names are compared by their bytes, so that those of a queue's shares follow it in the index.
-- This builds two indexes of jobs anew, for which the jobs that have not ended are read once.
ALTER TABLE baton_job ALTER COLUMN queue TYPE varchar(310) COLLATE "C";
ALTER TABLE baton_job_history ALTER COLUMN queue TYPE varchar(310) COLLATE "C";
ALTER TABLE baton_pause ALTER COLUMN queue TYPE varchar(310);
ALTER TABLE baton_schedule ALTER COLUMN queue TYPE varchar(310);

-- Weights of shares that were changed at run time.
CREATE TABLE baton_share (
    queue  varchar(100) COLLATE "C" NOT NULL,
    name   varchar(200) COLLATE "C" NOT NULL,
    weight integer                  NOT NULL,
    PRIMARY KEY (queue, name),
    CONSTRAINT baton_share_weight_in_bounds CHECK (weight BETWEEN 1 AND 1000)
);
