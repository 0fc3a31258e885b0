CREATE TABLE baton_slow (id integer);
