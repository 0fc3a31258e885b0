-- With a share, the stored name of a queue is longer. All statements can be repeated.
ALTER TABLE baton_job MODIFY queue varchar(310) NOT NULL;
ALTER TABLE baton_job_history MODIFY queue varchar(310) NOT NULL;
ALTER TABLE baton_pause MODIFY queue varchar(310) NOT NULL;
ALTER TABLE baton_schedule MODIFY queue varchar(310) NOT NULL;

-- Weights of shares that were changed at run time.
CREATE TABLE IF NOT EXISTS baton_share (
    queue  varchar(100) NOT NULL,
    name   varchar(200) NOT NULL,
    weight integer      NOT NULL,
    PRIMARY KEY (queue, name),
    CONSTRAINT baton_share_weight_in_bounds CHECK (weight BETWEEN 1 AND 1000)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;
