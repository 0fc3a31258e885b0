-- Signals for jobs, in the order of their commits.
CREATE TABLE IF NOT EXISTS baton_signal (
    id         bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    job_id     bigint                                     NOT NULL,
    name       varchar(200)                               NOT NULL,
    -- by which its sender may send it again
    message_id varchar(200),
    -- whether a wait has it; its payload is then the result of that wait
    taken      /*M! boolean */ /*!80017 bit(1) */         NOT NULL,
    sent_at    datetime(6)                                NOT NULL,
    payload    longtext,
    INDEX baton_signal_job (job_id, id),
    UNIQUE INDEX baton_signal_message (job_id, message_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;
