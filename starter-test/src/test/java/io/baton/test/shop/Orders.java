package io.baton.test.shop;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Handlers with steps, which record their calls. */
@Component
public class Orders {

    public final List<String> did = new ArrayList<>();
    private final JdbcClient jdbc;
    private final TransactionOperations transactions;

    Orders(JdbcClient jdbc, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @JobType(name = "place-order", queue = "orders")
    public record PlaceOrder(String article) {}

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
