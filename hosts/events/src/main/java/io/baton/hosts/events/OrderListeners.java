package io.baton.hosts.events;

import io.baton.InSequence;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Retry;
import io.baton.events.DurableListener;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

@Component
class OrderListeners {

    private final Effects effects;
    private final Duration pace;

    OrderListeners(Effects effects, @Value("${host.pace:0ms}") Duration pace) {
        this.effects = effects;
        this.pace = pace;
    }

    /** Its write and the completion of its job commit together. */
    @DurableListener(value = "write-ledger", transactional = true, key = "'order:' + #payload.orderId")
    void write(OrderPlaced event) {
        effects.add("ledger", event);
        LockSupport.parkNanos(pace.toNanos());
    }

    /** A mail server knows no transaction: a crash after the mail repeats it. */
    @DurableListener(value = "mail-order", maxAttempts = 3, key = "'order:' + #event.orderId")
    @Retry(delay = "50ms")
    void mail(OrderPlaced event, JobContext job) {
        if (event.customer().equals("refused") || (event.customer().equals("late") && job.attempt() < 3)) {
            throw new IllegalStateException("451 try again later");
        }
        effects.add("mail", event);
        LockSupport.parkNanos(pace.toNanos());
    }

    @DurableListener(condition = "#payload.total >= 100")
    @JobHandler(value = "give-points", transactional = true)
    @InSequence("'points:' + #payload.customer")
    void points(OrderPlaced event) {
        effects.add("points", event);
        LockSupport.parkNanos(pace.toNanos());
    }
}
