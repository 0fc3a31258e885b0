-- how long a worker may be silent by its own settings; null for one of an older version, which is judged by the settings of who looks
ALTER TABLE baton_worker ADD COLUMN IF NOT EXISTS dead_after_millis bigint;
-- dead, and seen to hold no job: nobody asks for its jobs any more
ALTER TABLE baton_worker ADD COLUMN IF NOT EXISTS released boolean DEFAULT FALSE NOT NULL;
-- dead since it ended in good order: nothing that it still holds was its end
ALTER TABLE baton_worker ADD COLUMN IF NOT EXISTS orderly boolean DEFAULT FALSE NOT NULL;
