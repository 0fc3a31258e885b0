-- The calendar whose closed days have no ticks.
ALTER TABLE baton_schedule ADD COLUMN /*M! IF NOT EXISTS */ calendar varchar(100);
