package io.baton.benchmark.baton;

import io.baton.Enqueued.Outcome;
import io.baton.JobFilter;
import io.baton.Jobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.context.annotation.Profile;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Callers who write something and request one job that reads it, beside the worker that starts it. */
@Component
@Profile("unique")
class Requests implements Measurement {

    private static final int CALLERS = 4;

    private final Jobs jobs;
    private final UniqueJobs runs;
    private final JdbcTemplate sql;
    private final TransactionTemplate transaction;

    Requests(Jobs jobs, UniqueJobs runs, JdbcTemplate sql, PlatformTransactionManager manager) {
        this.jobs = jobs;
        this.runs = runs;
        this.sql = sql;
        this.transaction = new TransactionTemplate(manager);
    }

    /** Returns how many requests a job was to see, how many of them none saw, and how often the job ran. */
    @Override
    public String measure(int number) throws Exception {
        sql.execute("CREATE TABLE wish (number integer NOT NULL PRIMARY KEY)");
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
        try {
            List<Future<Set<Integer>>> callers = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                int first = caller;
                callers.add(threads.submit(() -> requests(first, number)));
            }
            Set<Integer> relied = new HashSet<>();
            for (Future<Set<Integer>> caller : callers) {
                relied.addAll(caller.get());
            }
            int all = relied.size();
            if (!jobs.awaitDrained(JobFilter.all(), Duration.ofMinutes(1))) {
                throw new IllegalStateException("The jobs have not ended within a minute");
            }
            relied.removeAll(runs.seen);
            return all + " " + relied.size() + " " + runs.runs.get();
        } finally {
            threads.shutdown();
        }
    }

    private Set<Integer> requests(int first, int number) {
        Set<Integer> relied = new HashSet<>();
        for (int wish = first; wish < number; wish += CALLERS) {
            if (request(wish)) {
                relied.add(wish);
            }
        }
        return relied;
    }

    /** Returns whether a run is to see it; a transaction that its database refuses has wished for nothing. */
    private boolean request(int wish) {
        try {
            Outcome outcome = transaction.execute(status -> {
                sql.update("INSERT INTO wish (number) VALUES (?)", wish);
                return jobs.enqueue(new UniqueJobs.Look(), job -> job.unique("look"))
                        .outcome();
            });
            return outcome != Outcome.RUNNING;
        } catch (ConcurrencyFailureException e) {
            return false;
        }
    }
}
