CREATE TABLE baton_locked (id integer PRIMARY KEY, attempt integer NOT NULL);
