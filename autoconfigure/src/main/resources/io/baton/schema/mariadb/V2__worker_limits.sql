ALTER TABLE baton_worker
    -- how long a worker may be silent by its own settings; null for one of an older version, which is judged by the settings of who looks
    ADD COLUMN dead_after_millis bigint,
    -- dead, and seen to hold no job: nobody asks for its jobs any more
    ADD COLUMN released bit(1) NOT NULL DEFAULT 0,
    -- dead since it ended in good order: nothing that it still holds was its end
    ADD COLUMN orderly bit(1) NOT NULL DEFAULT 0;
