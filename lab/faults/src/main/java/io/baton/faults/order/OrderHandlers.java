package io.baton.faults.order;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Retry;
import io.baton.faults.limit.Claim;
import io.baton.faults.limit.Clock;
import io.baton.testing.StrictFaults;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs jobs, some of which fail or snooze, and writes down when each run begins and ends by the clock of the database, and whether its claim holds then.
 * The time is read before the claim, so that a claim which held has held at that time.
 */
final class OrderHandlers {

    private static final int LONGEST_MILLIS = 10;
    private static final int PERCENT_FAIL = 5;
    private static final int PERCENT_SNOOZE = 3;
    private static final Duration SNOOZE = Duration.ofMillis(50);

    private final Clock clock;
    private final TransactionTemplate apart;
    private final String node;

    OrderHandlers(Clock clock, PlatformTransactionManager transactions, String node) {
        this.clock = clock;
        this.node = node;
        this.apart = new TransactionTemplate(transactions);
        apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        // MariaDB locks the rows that a write reads otherwise
        apart.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    }

    @JobHandler(maxAttempts = 1_000)
    @Retry(delay = "50ms", multiplier = 1, jitter = 0)
    void step(OrderWork.Step work, JobContext job) throws InterruptedException {
        end(run(job));
    }

    @JobHandler(transactional = true, maxAttempts = 1_000)
    @Retry(delay = "50ms", multiplier = 1, jitter = 0)
    void written(OrderWork.Written work, JobContext job) throws InterruptedException {
        // where reads are repeatable, later ones see what was committed before the first
        jdbc().queryForList("SELECT n FROM handler_run WHERE n = 0", Long.class);
        long run = run(job);
        // commits with the completion, which the claim has to allow
        jdbc().update(
                        "UPDATE handler_run SET left_at = " + clock.now() + ", held_at_end = 1, effect = 1 WHERE n = ?",
                        run);
    }

    /** Returns the number of the run, unless that fails or snoozes. */
    private long run(JobContext job) throws InterruptedException {
        long run = begin(job.attempt());
        TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(LONGEST_MILLIS));
        int then = ThreadLocalRandom.current().nextInt(100);
        if (then < PERCENT_FAIL + PERCENT_SNOOZE) {
            end(run);
            if (then >= PERCENT_FAIL) {
                job.snooze(SNOOZE);
            }
            throw new IllegalStateException("fails on purpose");
        }
        return run;
    }

    private long begin(int attempt) {
        Claim claim = Claim.current(clock.kind());
        Long run = apart.execute(status -> Objects.requireNonNull(jdbc().queryForObject(
                        "INSERT INTO handler_run (job_id, attempt, node, refused, entered, held, queue)"
                                + " SELECT ?, ?, ?, ?, " + clock.now() + ", COUNT(*), MAX(queue) " + Claim.HOLDS
                                + " RETURNING n",
                        Long.class,
                        claim.job(),
                        attempt,
                        node,
                        StrictFaults.CHOSEN.refused(),
                        claim.job(),
                        claim.lockId())));
        return Objects.requireNonNull(run);
    }

    private void end(long run) {
        Claim claim = Claim.current(clock.kind());
        apart.executeWithoutResult(status -> jdbc().update(
                        "UPDATE handler_run SET left_at = " + clock.now() + ", held_at_end = (SELECT COUNT(*) "
                                + Claim.HOLDS + ") WHERE n = ?",
                        claim.job(),
                        claim.lockId(),
                        run));
    }

    private JdbcOperations jdbc() {
        return clock.jdbc();
    }
}
