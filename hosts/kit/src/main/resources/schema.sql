CREATE TABLE invoice (
    id        bigint PRIMARY KEY,
    email     varchar(100) NOT NULL,
    paid      boolean NOT NULL DEFAULT false,
    reminders integer NOT NULL DEFAULT 0
);
