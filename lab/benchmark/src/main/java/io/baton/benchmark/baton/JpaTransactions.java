package io.baton.benchmark.baton;

import io.baton.Jobs;
import io.baton.benchmark.node.Payload;
import java.util.function.IntConsumer;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactions of an application with Hibernate by eight threads: what a handler does, by itself; a save; a save and a job; two saves. */
@Component
@Profile("jpa")
class JpaTransactions implements Measurement {

    private final Tallies tallies;
    private final Jobs jobs;
    private final JpaJobs payloads;
    private final TransactionTemplate transaction;

    JpaTransactions(Tallies tallies, Jobs jobs, JpaJobs payloads, PlatformTransactionManager manager) {
        this.tallies = tallies;
        this.jobs = jobs;
        this.payloads = payloads;
        this.transaction = new TransactionTemplate(manager);
    }

    /** Returns how many of each kind were committed in a second. */
    @Override
    public String measure(int number) throws Exception {
        double updates = rate(number, tallies::touch);
        double saved = rate(number, this::save);
        double enqueued = rate(number, index -> {
            save(index);
            jobs.enqueue(payloads.payload(index));
        });
        double savedTwo = rate(number, index -> {
            save(index);
            save(index);
        });
        return updates + " " + saved + " " + enqueued + " " + savedTwo;
    }

    private void save(int index) {
        tallies.save(new Note(index + Payload.FILLER));
    }

    private double rate(int number, IntConsumer work) throws Exception {
        return EightThreads.rate(number, index -> transaction.executeWithoutResult(status -> work.accept(index)));
    }
}
