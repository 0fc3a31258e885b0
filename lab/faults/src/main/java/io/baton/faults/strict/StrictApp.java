package io.baton.faults.strict;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Retry;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;

/** An application whose database may be a strict one. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StrictApp {

    /** Is counted. */
    @JobType(name = "counted")
    record Counted(int item) {}

    /** Writes its effect in the transaction that completes it. */
    @JobType(name = "written")
    record Written(int item) {}

    @Bean
    Handlers handlers(JdbcOperations jdbc) {
        return new Handlers(jdbc, new LongAdder());
    }

    /**
     * The handlers.
     *
     * @param runs of jobs that are counted
     */
    record Handlers(JdbcOperations jdbc, LongAdder runs) {

        @JobHandler
        void counted(Counted work) {
            runs.increment();
        }

        /** A conflict in its own transaction is a failure as any other, and uses up an attempt. */
        @JobHandler(transactional = true, maxAttempts = 100)
        @Retry(delay = "10ms", multiplier = 1, jitter = 0)
        void written(Written work, JobContext job) {
            jdbc.update(
                    "INSERT INTO effect (item, job_id) VALUES (?, ?)",
                    work.item(),
                    job.id().value());
        }
    }
}
