CREATE TABLE baton_told AS SELECT @@lock_wait_timeout AS lock_wait;
