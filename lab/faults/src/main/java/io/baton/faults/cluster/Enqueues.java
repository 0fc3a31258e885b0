package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.faults.cluster.Sent.Outcome;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Enqueues, and records what clients learn of each. An enqueue that has certainly not committed is repeated, a bounded number of times; one of unknown
 * outcome is not.
 */
final class Enqueues {

    private static final int MOST_ATTEMPTS = 40;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);

    private final JdbcOperations jdbc;
    private final TransactionTemplate transactions;
    private final History history;
    private final Map<Long, Sent> sent = new ConcurrentHashMap<>();
    private volatile boolean stopped;

    Enqueues(JdbcOperations jdbc, TransactionTemplate transactions, History history) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.history = history;
    }

    /** Begins no further attempt. */
    void stop() {
        stopped = true;
    }

    Collection<Sent> sent() {
        return sent.values();
    }

    /** Enqueues without a transaction of the client, which does not know how far a failed enqueue got, unless there was no connection. */
    void direct(Sent one, Runnable enqueue) {
        repeat(() -> List.of(one), () -> {
            try {
                enqueue.run();
                return Outcome.OK;
            } catch (CannotCreateTransactionException e) {
                return Outcome.FAILED;
            } catch (RuntimeException e) {
                history.note("enqueue-error", e.getClass().getName());
                return Outcome.UNKNOWN;
            }
        });
    }

    /**
     * Enqueues in a transaction that writes a row for each item too, by which it is known later whether it has committed.
     *
     * @param wanted the items, as they are known after an attempt
     */
    void inTransaction(Supplier<List<Sent>> wanted, String key, Runnable enqueue) {
        repeat(wanted, () -> commit(() -> {
            jdbc.batchUpdate(
                    "INSERT INTO request (item, unique_key) VALUES (?, ?)",
                    wanted.get().stream()
                            .map(one -> new Object[] {one.item(), key})
                            .toList());
            enqueue.run();
        }));
    }

    private Outcome commit(Runnable work) {
        boolean[] committing = {false};
        try {
            transactions.executeWithoutResult(status -> {
                work.run();
                committing[0] = true;
            });
            return Outcome.OK;
        } catch (ConcurrencyFailureException e) {
            // the database has rolled it back, at its commit too
            return Outcome.FAILED;
        } catch (RuntimeException e) {
            history.note("enqueue-error", e.getClass().getName());
            return committing[0] ? Outcome.UNKNOWN : Outcome.FAILED;
        }
    }

    private void repeat(Supplier<List<Sent>> wanted, Supplier<Outcome> attempt) {
        Outcome outcome = Outcome.FAILED;
        for (int i = 0; i < MOST_ATTEMPTS && outcome == Outcome.FAILED && !stopped; i++) {
            if (i > 0) {
                Await.pause(BETWEEN_ATTEMPTS);
            }
            wanted.get().forEach(one -> history.note("enqueue-start", one.kind().type(), one.item()));
            Outcome known = attempt.get();
            wanted.get().forEach(one -> history.note("enqueue-end", one.kind().type(), one.item(), known));
            outcome = known;
        }
        Outcome last = outcome;
        wanted.get().forEach(one -> sent.put(one.item(), one.ended(last)));
    }
}
