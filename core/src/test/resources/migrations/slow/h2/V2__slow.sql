CREATE ALIAS IF NOT EXISTS baton_sleep FOR "java.lang.Thread.sleep(long)";
CALL baton_sleep(5000);
ALTER TABLE baton_slow ADD COLUMN IF NOT EXISTS late integer;
