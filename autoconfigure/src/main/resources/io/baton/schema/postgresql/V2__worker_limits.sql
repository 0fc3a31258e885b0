SET LOCAL lock_timeout = '2s';
ALTER TABLE baton_worker
    -- how long a worker may be silent by its own settings; null for one of an older version, which is judged by the settings of who looks
    ADD COLUMN dead_after_millis bigint,
    -- dead, and seen to hold no job: nobody asks for its jobs any more
    ADD COLUMN released boolean NOT NULL DEFAULT false,
    -- dead since it ended in good order: nothing that it still holds was its end
    ADD COLUMN orderly boolean NOT NULL DEFAULT false;
