-- What operators changed. Each value is the text that was requested, or that was shown before.
CREATE TABLE IF NOT EXISTS baton_change (
    id         bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    changed_at datetime(6)  NOT NULL,
    principal  varchar(200) NOT NULL,
    resource   varchar(50)  NOT NULL,
    target     varchar(200) NOT NULL,
    action     varchar(50)  NOT NULL,
    new_value  varchar(200),
    old_value  varchar(200),
    -- how many jobs it changed, if it was to change many
    jobs       bigint
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;
