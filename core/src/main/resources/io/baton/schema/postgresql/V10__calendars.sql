SET LOCAL lock_timeout = '2s';

-- The calendar whose closed days have no ticks.
ALTER TABLE baton_schedule ADD COLUMN calendar varchar(100);
