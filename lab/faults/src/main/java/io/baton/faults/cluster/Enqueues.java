package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.faults.cluster.Sent.Outcome;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Enqueues, and records what clients learn of it. An operation that has certainly not committed is repeated, a bounded number of times; one of unknown
 * outcome is not.
 */
final class Enqueues {

    private static final int MOST_ATTEMPTS = 40;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);

    private final JdbcOperations jdbc;
    private final TransactionTemplate transactions;
    private final History history;
    private final AtomicLong operations = new AtomicLong();
    private final AtomicLong items = new AtomicLong(1);
    private final Map<Long, Sent> sent = new ConcurrentHashMap<>();
    private final Set<String> failures = new ConcurrentSkipListSet<>();
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

    /** Returns the types of the exceptions that clients have seen. */
    Set<String> failures() {
        return failures;
    }

    /** Enqueues without a transaction of the client, which does not know how far a failed enqueue got, unless there was no connection. */
    void direct(Consumer<Operation> enqueue) {
        repeat("no", operation -> {
            try {
                enqueue.accept(operation);
                return Outcome.OK;
            } catch (CannotCreateTransactionException e) {
                return failed(e, Outcome.FAILED);
            } catch (RuntimeException e) {
                return failed(e, Outcome.UNKNOWN);
            }
        });
    }

    /** Enqueues in a transaction of the client. */
    void inTransaction(Consumer<Operation> enqueue) {
        repeat("yes", operation -> commit(() -> enqueue.accept(operation)));
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
            return failed(e, Outcome.FAILED);
        } catch (RuntimeException e) {
            return failed(e, committing[0] ? Outcome.UNKNOWN : Outcome.FAILED);
        }
    }

    private Outcome failed(RuntimeException failure, Outcome outcome) {
        failures.add(failure.getClass().getSimpleName() + " " + outcome);
        return outcome;
    }

    private void repeat(String ledger, Function<Operation, Outcome> attempt) {
        for (int i = 0; i < MOST_ATTEMPTS && !stopped; i++) {
            if (attempt(ledger, attempt) != Outcome.FAILED) {
                return;
            }
            Await.pause(BETWEEN_ATTEMPTS);
        }
    }

    private Outcome attempt(String ledger, Function<Operation, Outcome> attempt) {
        Operation operation = new Operation(operations.incrementAndGet(), jdbc, history, items);
        history.note("invoke", "op", operation.name(), "ledger", ledger);
        Outcome outcome = attempt.apply(operation);
        history.note(outcome.name().toLowerCase(Locale.ROOT), "op", operation.name());
        operation.items().forEach(one -> sent.put(one.item(), one.ended(outcome)));
        return outcome;
    }
}
