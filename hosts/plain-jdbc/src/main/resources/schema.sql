CREATE TABLE customer_order (
    article   varchar(100) PRIMARY KEY,
    delivered boolean NOT NULL DEFAULT false
);
