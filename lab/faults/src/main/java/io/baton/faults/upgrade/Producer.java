package io.baton.faults.upgrade;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.Flow;
import io.baton.Flows;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.faults.worker.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Enqueues jobs of every kind, until there is a file of this name, and notes the items that were acknowledged. Revives what has died, to the end. */
final class Producer {

    static final int PARTITIONS = 3;
    static final String KEY = "upgrade:";

    private static final int SHARES = 3;
    private static final int PARTS = 2;
    private static final int TOGETHER = 10;
    private static final int FEWEST = 300;
    private static final long BETWEEN_NANOS = 50_000_000;
    private static final Duration LATER = Duration.ofMillis(500);
    private static final Duration MUCH_LATER = Duration.ofHours(1);

    private final Jobs jobs;
    private final Batches batches;
    private final Flows flows;
    private final JdbcOperations jdbc;
    private final TransactionTemplate transaction;
    private final Trace trace;
    private final boolean newer;
    private final Path quiet;
    private long next;

    Producer(ApplicationContext context, Trace trace, long first, boolean newer, Path quiet) {
        this.jobs = context.getBean(Jobs.class);
        this.batches = context.getBean(Batches.class);
        this.flows = context.getBean(Flows.class);
        this.jdbc = context.getBean(JdbcOperations.class);
        this.transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        this.trace = trace;
        this.next = first;
        this.newer = newer;
        this.quiet = quiet;
    }

    void start() {
        Thread thread = new Thread(this::produce, "producer");
        thread.setDaemon(true);
        thread.start();
    }

    /** What fails is not noted, whether it was committed or not. */
    private void produce() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (Files.exists(quiet)) {
                    trace.note("quiet", next);
                    // what a process did not live to cancel
                    jobs.cancelAll(JobFilter.all().type("cancelled"));
                } else if (unfinished() < FEWEST) {
                    alone();
                    conditioned();
                    groups();
                }
                jobs.reviveAll(JobFilter.all().type("refused").state(JobState.DEAD));
            } catch (RuntimeException e) {
                trace.note("failed", next);
            }
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
    }

    private long unfinished() {
        Long count = jdbc.queryForObject("SELECT COUNT(*) FROM baton_job", Long.class);
        return count == null ? 0 : count;
    }

    private void one(String kind, LongConsumer enqueue) {
        long item = next++;
        enqueue.accept(item);
        trace.note(kind, item);
    }

    private void alone() {
        one("written", item -> jobs.enqueue(new UpgradeWork.Written(item)));
        one("loose", item -> jobs.enqueue(new UpgradeWork.Loose(item)));
        one("flaky", item -> jobs.enqueue(new UpgradeWork.Flaky(item)));
        one("delayed", item -> jobs.enqueue(new UpgradeWork.Delayed(item), job -> job.delay(LATER)));
        one("stepped", item -> jobs.enqueue(new UpgradeWork.Stepped(item)));
        one("walked", item -> jobs.enqueue(new UpgradeWork.Walked(item)));
        one("refused", item -> jobs.enqueue(new UpgradeWork.Refused(item)));
        if (newer) {
            one("newcomer", item -> jobs.enqueue(new UpgradeWork.Newcomer(item)));
            capabilities();
        }
        List<Long> together = LongStream.range(next, next + TOGETHER).boxed().toList();
        next += TOGETHER;
        jobs.enqueueAll(together.stream().map(UpgradeWork.Together::new));
        together.forEach(item -> trace.note("together", item));
    }

    /** Those that need what only the newer release has. The jobs of a sequence are in shares too, or in none. */
    private void capabilities() {
        one(
                "ordered",
                item -> jobs.enqueueEach(
                        IntStream.range(0, GroupHandlers.PLACES)
                                .mapToObj(place -> new UpgradeWork.Ordered(item, place)),
                        (work, job) -> {
                            job.sequence(KEY + item);
                            if (work.place() < GroupHandlers.PLACES / 2) {
                                job.share(share(item));
                            }
                        }));
        one("of-share", item -> jobs.enqueue(new UpgradeWork.OfShare(item), job -> job.share(share(item))));
        one(
                "of-share",
                item -> jobs.enqueue(new UpgradeWork.OfShare(item), job -> job.share(share(item))
                        .delay(LATER)));
        one("with-key", item -> jobs.enqueue(new UpgradeWork.WithKey(item), job -> job.key(KEY + item)));
    }

    /** Returns one of some shares, of which the last has parts. */
    private static String share(long item) {
        long tenant = item % SHARES;
        return "tenant-" + (tenant < SHARES - 1 ? "" + tenant : tenant + "/" + item % PARTS);
    }

    /** Those that need something beside a thread, or are one of a kind. */
    private void conditioned() {
        one("limited", item -> jobs.enqueue(new UpgradeWork.Limited(item)));
        one("limited", item -> jobs.enqueue(new UpgradeWork.Limited(item), job -> job.priority(5)));
        one("rated", item -> jobs.enqueue(new UpgradeWork.Rated(item)));
        one("once", item -> {
            jobs.enqueue(new UpgradeWork.DoOnce(item));
            jobs.enqueue(new UpgradeWork.DoOnce(item));
        });
        one("cancelled", item -> {
            JobId id = jobs.enqueue(new UpgradeWork.Cancelled(item), job -> job.delay(MUCH_LATER))
                    .id();
            jobs.cancel(id);
        });
        long item = next++;
        for (int time = 0; time < 2; time++) {
            if (jobs.enqueue(new UpgradeWork.UniqueKey(item), job -> job.unique(KEY + item))
                    .isCreated()) {
                trace.note("unique-key", item);
            }
        }
    }

    private void groups() {
        one("shared", item -> jobs.enqueuePartitioned(new UpgradeWork.Shared(item), PARTITIONS));
        one(
                "batch",
                item -> transaction.executeWithoutResult(status -> {
                    Batch batch = batches.open();
                    batch.onComplete(new UpgradeWork.After(item));
                    batch.addJobs(LongStream.range(0, GroupHandlers.MEMBERS)
                            .mapToObj(member -> new UpgradeWork.Member(item)));
                    batch.seal();
                }));
        one(
                "flow",
                item -> flows.start(Flow.group(LongStream.range(0, GroupHandlers.CHECKS)
                                .mapToObj(check -> new UpgradeWork.Check(item)))
                        .then(new UpgradeWork.Summary(item))));
    }
}
