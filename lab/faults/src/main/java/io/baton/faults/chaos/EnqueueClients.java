package io.baton.faults.chaos;

import io.baton.Jobs;
import io.baton.faults.worker.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongFunction;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Clients that enqueue in every way there is and record the results, until there is enough or they are stopped. */
final class EnqueueClients {

    private static final int THREADS = 3;
    private static final int BACKLOG = 1_200;

    private final Jobs jobs;
    private final JdbcOperations jdbc;
    private final TransactionTemplate transactions;
    private final EnqueueHistory history;
    private final TableWatch progress;
    private final Scale scale;
    private final AtomicLong items = new AtomicLong();
    private final Queue<Special> specials = new PriorityBlockingQueue<>();
    private final DoubleSupplier share;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    EnqueueClients(
            ApplicationContext application,
            EnqueueHistory history,
            TableWatch progress,
            DoubleSupplier share,
            Scale scale,
            long seed) {
        this.share = share;
        this.jobs = application.getBean(Jobs.class);
        this.jdbc = application.getBean(JdbcOperations.class);
        this.transactions = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        this.history = history;
        this.progress = progress;
        this.scale = scale;
        addSpecials();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed * 31 + i);
            threads.add(new Thread(() -> enqueue(random), "client-" + i));
        }
    }

    /** Spread, or the poison takes all workers at once; early, since it takes several deaths to find each out. */
    private void addSpecials() {
        add(scale.poison(), 0.45, Work.Poison::new);
        add(scale.exits(), 0.45, Work.Exit::new);
        add(scale.slow(), 0.8, item -> new Work.Slow(item, 4_500));
        add(scale.failing(), 0.9, Work.Failing::new);
    }

    private void add(int count, double until, LongFunction<Work> work) {
        for (int i = 0; i < count; i++) {
            specials.add(new Special(until * i / count, work));
        }
    }

    /** A job of a rare kind, to be enqueued after this share of the work. */
    private record Special(double when, LongFunction<Work> work) implements Comparable<Special> {

        @Override
        public int compareTo(Special other) {
            return Double.compare(when, other.when);
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Enough was acknowledged, or the time is up. */
    boolean done() {
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /** Lets every operation under way end and starts no other. */
    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void enqueue(Random random) {
        while (!specials.isEmpty() || (!stopped && history.acknowledged() < scale.jobs())) {
            if (specialIsDue()) {
                special();
            } else if (stopped || progress.unfinished() > BACKLOG) {
                LockSupport.parkNanos(5_000_000);
            } else {
                operation(random);
            }
        }
    }

    private boolean specialIsDue() {
        Special next = specials.peek();
        return next != null && (stopped || share.getAsDouble() >= next.when());
    }

    private void special() {
        Special next = specials.poll();
        if (next != null) {
            Work work = next.work().apply(items.incrementAndGet());
            EnqueueHistory.Result result = attempt(() -> jobs.enqueue(work));
            history.add(List.of(sent(work, result, false)));
            if (result == EnqueueHistory.Result.FAIL) {
                specials.add(next);
            }
        }
    }

    private void operation(Random random) {
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> single(random);
            case 4, 5, 6 -> inTransaction(random);
            case 7 -> rolledBack(random);
            default -> bulk(random);
        }
    }

    private void single(Random random) {
        Work work = work(random);
        boolean later = random.nextInt(10) == 0;
        EnqueueHistory.Result result = attempt(() -> jobs.enqueue(work, options -> {
            if (later) {
                options.delay(Duration.ofMillis(200 + random.nextInt(2_000)));
            }
        }));
        history.add(List.of(sent(work, result, false)));
    }

    private void bulk(Random random) {
        List<Work> works = works(random, 20 + random.nextInt(60));
        EnqueueHistory.Result result = attempt(() -> jobs.enqueueAll(works));
        history.add(works.stream().map(work -> sent(work, result, false)).toList());
    }

    /** Without a transaction of the client it is not known how far a failed enqueue got, unless it never had a connection. */
    private static EnqueueHistory.Result attempt(Runnable enqueue) {
        try {
            enqueue.run();
            return EnqueueHistory.Result.OK;
        } catch (CannotCreateTransactionException e) {
            return EnqueueHistory.Result.FAIL;
        } catch (RuntimeException e) {
            return EnqueueHistory.Result.INFO;
        }
    }

    private void inTransaction(Random random) {
        List<Work> works = works(random, 1 + random.nextInt(8));
        boolean[] committing = {false};
        EnqueueHistory.Result result;
        try {
            transactions.executeWithoutResult(status -> {
                write(works);
                committing[0] = true;
            });
            result = EnqueueHistory.Result.OK;
        } catch (RuntimeException e) {
            result = committing[0] ? EnqueueHistory.Result.INFO : EnqueueHistory.Result.FAIL;
        }
        EnqueueHistory.Result known = result;
        history.add(works.stream().map(work -> sent(work, known, true)).toList());
    }

    private void rolledBack(Random random) {
        List<Work> works = works(random, 1 + random.nextInt(4));
        try {
            transactions.executeWithoutResult(status -> {
                write(works);
                status.setRollbackOnly();
            });
        } catch (RuntimeException e) {
            // rolled back all the same
        }
        history.add(works.stream()
                .map(work -> sent(work, EnqueueHistory.Result.FAIL, true))
                .toList());
    }

    private void write(List<Work> works) {
        for (Work work : works) {
            jobs.enqueue(work);
            jdbc.update("INSERT INTO ledger (item) VALUES (?)", work.item());
        }
    }

    private List<Work> works(Random random, int count) {
        List<Work> works = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            works.add(work(random));
        }
        return works;
    }

    private Work work(Random random) {
        long item = items.incrementAndGet();
        int kind = random.nextInt(100);
        if (kind < 65) {
            boolean lasting = random.nextInt(100) == 0;
            return new Work.Effect(item, lasting ? 200 + random.nextInt(400) : random.nextInt(12));
        }
        if (kind < 80) {
            return new Work.Effects(item);
        }
        return kind < 95 ? new Work.Mark(item) : new Work.Flaky(item);
    }

    private static EnqueueHistory.Sent sent(Work work, EnqueueHistory.Result result, boolean ledger) {
        return new EnqueueHistory.Sent(
                work.item(), work.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT), result, ledger);
    }
}
