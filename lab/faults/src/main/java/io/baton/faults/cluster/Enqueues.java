package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.history.HistoryWriter;
import io.baton.history.Word;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
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
    private final HistoryWriter history;
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong items = new AtomicLong(1);
    private final Set<String> failures = new ConcurrentSkipListSet<>();
    private volatile boolean stopped;

    Enqueues(JdbcOperations jdbc, TransactionTemplate transactions, HistoryWriter history) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.history = history;
    }

    /** Begins no further attempt. */
    void stop() {
        stopped = true;
    }

    /** Returns the types of the exceptions that clients have seen. */
    Set<String> failures() {
        return failures;
    }

    /** Enqueues without a transaction of the client, which does not know how far a failed enqueue got, unless there was no connection. */
    void direct(Consumer<Attempt> enqueue) {
        repeat("no", attempt -> {
            try {
                enqueue.accept(attempt);
                return Word.OK;
            } catch (CannotCreateTransactionException e) {
                return failed(e, Word.FAILED);
            } catch (RuntimeException e) {
                return failed(e, Word.UNKNOWN);
            }
        });
    }

    /** Enqueues in a transaction of the client, which also writes a row of its own. */
    void inTransaction(Consumer<Attempt> enqueue) {
        repeat("yes", attempt -> commit(() -> enqueue.accept(attempt)));
    }

    private Word commit(Runnable work) {
        boolean[] committing = {false};
        try {
            transactions.executeWithoutResult(status -> {
                work.run();
                committing[0] = true;
            });
            return Word.OK;
        } catch (ConcurrencyFailureException e) {
            // the database has rolled it back, at its commit too
            return failed(e, Word.FAILED);
        } catch (RuntimeException e) {
            return failed(e, committing[0] ? Word.UNKNOWN : Word.FAILED);
        }
    }

    private Word failed(RuntimeException failure, Word outcome) {
        failures.add(failure.getClass().getSimpleName() + " " + outcome);
        return outcome;
    }

    private void repeat(String ledger, Function<Attempt, Word> enqueue) {
        for (int i = 0; i < MOST_ATTEMPTS && !stopped; i++) {
            Attempt attempt = new Attempt("op-" + attempts.incrementAndGet(), jdbc, history, items);
            history.write(Word.INVOKE, Map.of("op", attempt.name(), "ledger", ledger));
            Word outcome = enqueue.apply(attempt);
            history.write(outcome, Map.of("op", attempt.name()));
            if (outcome != Word.FAILED) {
                return;
            }
            Await.pause(BETWEEN_ATTEMPTS);
        }
    }
}
