package io.baton.sample.files;

import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Recurring;
import io.baton.Tick;
import org.springframework.jdbc.core.SingleColumnRowMapper;
import org.springframework.stereotype.Component;

/** Every night, and on <em>run now</em>, enqueues a job for each file and the business day, unless the file has had one. */
@Component
class NightlyFiles {

    /** The name of the schedule. */
    static final String NAME = "nightly-files";

    private static final Chunks<Long> FILES =
            Chunks.of("SELECT id FROM file_info", "id", 500).mappedBy(new SingleColumnRowMapper<>(Long.class));

    private final FileQueue queue;

    NightlyFiles(FileQueue queue) {
        this.queue = queue;
    }

    /** Processes all files in portions; after a failure, the next attempt continues after the last portion. */
    @JobHandler(value = NAME, queue = ProcessFile.QUEUE)
    @Recurring(name = NAME, cron = "0 0 1 * * *", zone = "${sample.zone}", overlap = false)
    void enqueue(Tick tick, JobContext context) {
        context.inChunks(FILES, files -> queue.add(files, tick.day()));
    }
}
