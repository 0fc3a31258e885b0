ALTER TABLE baton_slow ADD COLUMN late integer;
