ALTER TABLE baton_locked ADD COLUMN IF NOT EXISTS late integer;
