DO $$ BEGIN PERFORM pg_sleep(5); END $$;
ALTER TABLE baton_slow ADD COLUMN late integer;
