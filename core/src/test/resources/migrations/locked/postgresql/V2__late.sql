SET LOCAL lock_timeout = '2s';
ALTER TABLE baton_locked ADD COLUMN late integer;
