ALTER TABLE baton_locked ADD COLUMN late integer;
