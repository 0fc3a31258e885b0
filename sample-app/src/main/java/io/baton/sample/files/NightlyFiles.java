package io.baton.sample.files;

import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Recurring;
import io.baton.Tick;
import org.springframework.jdbc.core.SingleColumnRowMapper;
import org.springframework.stereotype.Component;

/** Every night, and whenever somebody says <em>run now</em>, each file has its job for the business day; those that have had it have no second one. */
@Component
class NightlyFiles {

    /** The name by which it is triggered. */
    static final String NAME = "nightly-files";

    private static final Chunks<Long> FILES =
            Chunks.of("SELECT id FROM file_info", "id", 500).mappedBy(new SingleColumnRowMapper<>(Long.class));

    private final FileQueue queue;

    NightlyFiles(FileQueue queue) {
        this.queue = queue;
    }

    /** Walks through all files; whatever ends it, the next attempt goes on behind the last portion. */
    @JobHandler(value = NAME, queue = ProcessFile.QUEUE)
    @Recurring(name = NAME, cron = "0 0 1 * * *", zone = "${sample.zone}", overlap = false)
    void enqueue(Tick tick, JobContext context) {
        context.inChunks(FILES, files -> queue.add(files, tick.day()));
    }
}
