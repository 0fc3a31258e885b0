SET LOCAL lock_timeout = '2s';

-- ALTER TABLE baton_job ADD COLUMN only_a_comment integer;
CREATE TABLE baton_thing (id bigint PRIMARY KEY);
ALTER TABLE baton_worker
    ADD COLUMN first_one bigint,
    ADD second_one integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT baton_worker_first_one CHECK (first_one > 0),
    ADD INDEX baton_worker_second (second_one);
ALTER TABLE baton_job ADD COLUMN IF NOT EXISTS third_one varchar(10);
alter table baton_job add fourth_one varchar(10);
CREATE INDEX baton_job_third ON baton_job (third_one);
