-- The head of each sequence that has one, dead or alive.
CREATE TABLE IF NOT EXISTS baton_turn (
    name   varchar(200) NOT NULL PRIMARY KEY,
    job_id bigint       NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;
