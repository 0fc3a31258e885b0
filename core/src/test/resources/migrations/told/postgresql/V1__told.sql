CREATE TABLE baton_told AS SELECT current_setting('lock_timeout') AS lock_wait;
