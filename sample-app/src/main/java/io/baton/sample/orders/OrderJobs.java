package io.baton.sample.orders;

import io.baton.JobContext;
import io.baton.JobHandler;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Runs the jobs of orders. */
@Component
class OrderJobs {

    /** The name of the signal, and of the step that waits for it. */
    static final String APPROVED = "approved";

    private final Orders orders;
    private final Payments payments;

    OrderJobs(Orders orders, Payments payments) {
        this.orders = orders;
        this.payments = payments;
    }

    /**
     * Is called from its top after the approval, and after a crash; steps that are done are skipped. While it waits, it holds no thread and no
     * connection, and its instance may be stopped.
     */
    @JobHandler
    void place(PlaceOrder order, JobContext job) {
        long id = job.id().value();
        job.step("reserve").runInTransaction(() -> orders.changed(id, "reserved"));
        // if the instance dies before this is recorded, it charges again, by the same key
        String receipt = job.step("charge", String.class).call(key -> payments.charge(order.article(), key));
        Optional<Approval> approval = job.await(APPROVED, Approval.class, Duration.ofHours(1));
        if (approval.isPresent()) {
            job.step("ship")
                    .runInTransaction(() -> orders.changed(
                            id,
                            "shipped, " + receipt + ", approved at "
                                    + approval.get().by()));
        } else {
            job.step("refund").run(key -> payments.refund(receipt, key));
            job.step("close").runInTransaction(() -> orders.changed(id, "refunded, not approved in time"));
        }
    }

    /**
     * The value of the signal.
     *
     * @param by the instance whose page approved it
     */
    record Approval(String by) {}
}
