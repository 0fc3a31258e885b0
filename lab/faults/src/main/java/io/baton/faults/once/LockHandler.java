package io.baton.faults.once;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Retry;
import io.baton.faults.once.OnceWork.LockRecords;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.support.TransactionOperations;

/** Changes records that all threads change in the same order, after each has read the record. */
final class LockHandler {

    private static final int PATIENCE_SECONDS = 60;

    private final EntityManager entities;
    private final TransactionOperations transactions;
    private final JdbcOperations jdbc;
    private final CyclicBarrier begin;

    LockHandler(EntityManager entities, TransactionOperations transactions, JdbcOperations jdbc, int threads) {
        this.entities = entities;
        this.transactions = transactions;
        this.jdbc = jdbc;
        this.begin = new CyclicBarrier(threads);
    }

    @JobHandler
    @Retry(delay = "200ms", jitter = 0)
    void lock(LockRecords work, JobContext job) throws Exception {
        if (job.attempt() == 1) {
            begin.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        for (int record = work.first(); record < work.first() + work.count(); record++) {
            long id = record;
            transactions.executeWithoutResult(status -> change(id, work.underLock()));
        }
    }

    private void change(long id, boolean underLock) {
        Assignment read = Objects.requireNonNull(entities.find(Assignment.class, id));
        if (underLock) {
            entities.refresh(read, LockModeType.PESSIMISTIC_WRITE);
        } else {
            entities.lock(read, LockModeType.PESSIMISTIC_WRITE);
        }
        if (!read.isDelivered()) {
            read.deliver();
            jdbc.update("INSERT INTO delivery (assignment_id) VALUES (?)", id);
        }
    }
}
