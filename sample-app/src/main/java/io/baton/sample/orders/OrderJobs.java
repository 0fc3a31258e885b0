package io.baton.sample.orders;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.sample.approvals.Approvals;
import io.baton.sample.approvals.Choice;
import io.baton.sample.approvals.Decision;
import io.baton.sample.orders.OrderMails.Mail;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Runs the jobs of orders. */
@Component
class OrderJobs {

    /** The name of the signal, and of the step that waits for it. */
    static final String DECISION = "decision";

    /** Who gets the mail, and has no login. */
    static final String APPROVER = "approver@sydney.example";

    private final Orders orders;
    private final Payments payments;
    private final Approvals approvals;
    private final OrderMails mails;

    OrderJobs(Orders orders, Payments payments, Approvals approvals, OrderMails mails) {
        this.orders = orders;
        this.payments = payments;
        this.approvals = approvals;
        this.mails = mails;
    }

    /**
     * Is called from its top after the decision, and after a crash; steps that are done are skipped. While it waits, it holds no thread and no
     * connection, and its instance may be stopped.
     */
    @JobHandler
    void place(PlaceOrder order, JobContext job) {
        long id = job.id().value();
        String question = "Is order " + id + " (" + order.article() + ") to be shipped?";
        job.step("reserve").runInTransaction(() -> orders.changed(id, "reserved"));
        // if the instance dies before this is recorded, it charges again, by the same key
        String receipt = job.step("charge", String.class).call(key -> payments.charge(order.article(), key));
        job.step("request").runInTransaction(() -> approvals.request(job.id(), DECISION, question));
        // if the instance dies before this is recorded, it sends a second mail, with links of its own to the same
        // request: the tokens are not the result of a step, since that would be stored
        job.step("mail").run(key -> mails.send(mail(job, question, key)));
        Optional<Decision> decision = job.await(DECISION, Decision.class, Approvals.VALID_FOR);
        if (decision.isPresent() && decision.get().choice() == Choice.APPROVE) {
            String by = decision.get().by();
            job.step("ship").runInTransaction(() -> orders.changed(id, "shipped, " + receipt + ", approved by " + by));
        } else {
            String why = decision.map(refusal -> "refused by " + refusal.by()).orElse("not approved in time");
            job.step("refund").run(key -> payments.refund(receipt, key));
            job.step("close").runInTransaction(() -> orders.changed(id, "refunded, " + why));
        }
    }

    private Mail mail(JobContext job, String question, String key) {
        return new Mail(
                APPROVER,
                question,
                approvals.link(job.id(), DECISION, APPROVER, Choice.APPROVE),
                approvals.link(job.id(), DECISION, APPROVER, Choice.REFUSE),
                key);
    }
}
