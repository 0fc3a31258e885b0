-- The calendar whose closed days have no ticks.
ALTER TABLE baton_schedule ADD COLUMN IF NOT EXISTS calendar varchar(100);
