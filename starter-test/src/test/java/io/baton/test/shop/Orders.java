package io.baton.test.shop;

import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Handlers with steps, which record their calls. */
@Component
public class Orders {

    public final List<String> did = new ArrayList<>();
    public final Set<String> broken = new HashSet<>();
    private final JdbcClient jdbc;
    private final TransactionOperations transactions;

    Orders(JdbcClient jdbc, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @JobType(name = "place-order", queue = "orders")
    public record PlaceOrder(String article) {}

    @JobType(name = "stumble")
    public record Stumble(String by) {}

    /** Has a step that is done at most once. */
    @JobType(name = "pay-out")
    public record PayOut(boolean reconciles) {}

    /** Has steps with an undo. */
    @JobType(name = "travel")
    public record Travel() {}

    @JobType(name = "careless")
    public record Careless() {}

    @JobType(name = "committing")
    public record Committing() {}

    @JobHandler
    void place(PlaceOrder order, JobContext job) {
        String payment = job.step("charge", String.class).call(key -> {
            did.add("charge");
            return "paid " + order.article();
        });
        job.step("book").runInTransaction(() -> sell(order.article()));
        job.sleep("cool-off", Duration.ofDays(3));
        boolean approved =
                job.await("approved", Boolean.class, Duration.ofDays(7)).orElse(false);
        did.add(payment + (approved ? ", ship" : ", refund"));
    }

    private void sell(String article) {
        jdbc.sql("INSERT INTO sale (article) VALUES (?)").param(article).update();
    }

    /** Fails in places, and its attempts begin anew after progress. */
    @JobHandler(maxAttempts = 2, resetAttemptsOnProgress = true)
    @Retry(delay = "1m", multiplier = 10, jitter = 0)
    void stumble(Stumble stumble, JobContext job) {
        did.add("attempt " + job.attempt());
        switch (stumble.by()) {
            case "steps" -> {
                job.step("first").run(key -> did.add("first"));
                fail(job, "one");
                job.step("second").runInTransaction(() -> sell("second"));
                fail(job, "two");
                job.sleep("rest", Duration.ofHours(1));
            }
            case "chunks" ->
                job.inChunks(
                        Chunks.of("SELECT id FROM (SELECT 1 AS id UNION SELECT 2) AS numbers", "id", 1),
                        rows -> did.add("chunk"));
            case "checkpoints" ->
                job.saveCheckpoint(job.lastCheckpoint(Integer.class).orElse(0) + 1);
            case "the same checkpoint" -> {
                job.saveCheckpoint(1);
                job.saveCheckpoint(2);
            }
            case "undo" -> {
                job.step("first").undo((nothing, key) -> did.add("back")).run(key -> did.add("first"));
                job.step("second").undo((nothing, key) -> fail(job, "undo")).run(key -> did.add("second"));
                job.await("end", Duration.ofDays(1));
            }
            case "a limit" ->
                job.step("limited").run(key -> {
                    throw new InvocationRejectedException("full", this);
                });
            default -> did.add("nothing");
        }
        fail(job, "end");
    }

    private void fail(JobContext job, String where) {
        if (broken.contains(where)) {
            throw new IllegalStateException("broke at " + where + " in attempt " + job.attempt());
        }
    }

    @JobHandler(maxAttempts = 1)
    void payOut(PayOut payOut, JobContext job) {
        var step = job.step("transfer", String.class);
        (payOut.reconciles() ? step.ifUncertain(key -> Optional.of("found")) : step.failIfUncertain()).call(key -> {
            did.add("transfer");
            return "new";
        });
        did.add("paid out");
    }

    @JobHandler
    void travel(Travel travel, JobContext job) {
        job.step("seat", String.class)
                .undo((seat, key) -> did.add("free " + seat + key))
                .call(key -> "7A ");
        job.step("book")
                .undo((nothing, key) -> {
                    did.add("back");
                    sell("nothing");
                })
                .runInTransaction(() -> sell("trip"));
        job.await("paid", Duration.ofDays(7));
    }

    /** Catches what ends its run. */
    @JobHandler
    @SuppressWarnings("CatchAndPrintStackTrace")
    void careless(Careless careless, JobContext job) {
        try {
            job.step("first").run(key -> did.add("first"));
        } catch (Throwable swallowed) {
            did.add("swallowed");
        }
        try {
            job.step("second").run(key -> did.add("second"));
        } catch (Throwable swallowed) {
            did.add("swallowed");
        }
    }

    @JobHandler
    @Retry(delay = "1m")
    void committing(Committing committing, JobContext job) {
        try {
            job.step("own").run(key -> transactions.executeWithoutResult(status -> sell("own")));
        } catch (Throwable swallowed) {
            did.add("swallowed");
        }
    }
}
