CREATE TABLE baton_slept AS SELECT SLEEP(5) AS slept;
