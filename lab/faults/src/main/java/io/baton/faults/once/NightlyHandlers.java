package io.baton.faults.once;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.Recurring;
import io.baton.Retry;
import io.baton.Tick;
import io.baton.faults.once.OnceWork.ProcessFile;
import org.springframework.jdbc.core.JdbcOperations;

/** Enqueues a job for each file every night, one after the other, so that a kill leaves some of them. */
record NightlyHandlers(Jobs jobs, JdbcOperations jdbc, int files, String node) {

    static final String SCHEDULE = "nightly";
    static final String TYPE = "nightly-files";
    static final String ZONE = "Europe/Berlin";

    @JobHandler(TYPE)
    @Recurring(name = SCHEDULE, cron = "0 0 1 * * *", zone = ZONE)
    @Retry(delay = "200ms", jitter = 0)
    void nightly(Tick tick) {
        for (int file = 1; file <= files; file++) {
            String key = "file:" + file;
            jobs.enqueue(new ProcessFile(file, tick.day().toString()), options -> options.uniqueOn(key, tick.day()));
        }
    }

    @JobHandler(transactional = true)
    void process(ProcessFile work, JobContext job) {
        jdbc.update(
                "INSERT INTO processed (file, business_day, job_id, node) VALUES (?, ?, ?, ?)",
                work.file(),
                work.day(),
                job.id().value(),
                node);
    }
}
