package io.baton.faults.once;

import io.baton.Jobs;
import io.baton.faults.once.OnceWork.LockRecords;
import java.util.Collections;

/** Sixteen threads want to change the same records once, each after it has read the record: under {@code underLock}, and under the plain lock of JPA. */
record RecordsUnderLock(Stage stage) {

    private static final int THREADS = 16;
    private static final int MANY = 1_000;

    void run() {
        int records = stage.scale().records();
        OnceTables tables = stage.tables();
        tables.assignments(records + MANY);
        try (Nodes nodes = stage.nodes(
                "--knows.locks=" + THREADS,
                "--spring.autoconfigure.exclude=",
                "--spring.jpa.open-in-view=false",
                "--baton.queues.locks.concurrency=" + THREADS,
                "--spring.datasource.hikari.maximum-pool-size=" + 2 * THREADS)) {
            nodes.start();
            play(new LockRecords(1, records, true));
            stage.expect("actions", records, tables.count("SELECT COUNT(*) FROM delivery"));
            stage.expect("records", records, tables.count("SELECT COUNT(DISTINCT assignment_id) FROM delivery"));
            play(new LockRecords(records + 1, MANY, false));
            stage.atLeast(
                    "plain_lock_actions",
                    MANY + 1,
                    tables.count("SELECT COUNT(*) FROM delivery WHERE assignment_id > ?", records));
        }
    }

    private void play(LockRecords work) {
        stage.bean(Jobs.class).enqueueAll(Collections.nCopies(THREADS, work));
        stage.awaitEnd();
    }
}
