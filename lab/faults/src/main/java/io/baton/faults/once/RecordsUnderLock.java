package io.baton.faults.once;

import io.baton.Jobs;
import io.baton.faults.once.OnceWork.LockRecords;
import java.util.Collections;

/** Sixteen threads want to change the same records once, each after it has read the record: by a refresh with its lock, and under the plain lock of JPA. */
record RecordsUnderLock(OnceSetup setup) {

    private static final int THREADS = 16;
    private static final int MANY = 1_000;

    void run() {
        int records = setup.scale().records();
        OnceTables tables = setup.tables();
        tables.assignments(records + MANY);
        try (OnceNodes nodes = setup.nodes(
                "--knows.locks=" + THREADS,
                "--spring.autoconfigure.exclude=",
                "--spring.jpa.open-in-view=false",
                "--baton.queues.locks.concurrency=" + THREADS,
                "--spring.datasource.hikari.maximum-pool-size=" + 2 * THREADS)) {
            nodes.start();
            execute(new LockRecords(1, records, true));
            setup.expect("actions", records, tables.count("SELECT COUNT(*) FROM delivery"));
            setup.expect("records", records, tables.count("SELECT COUNT(DISTINCT assignment_id) FROM delivery"));
            execute(new LockRecords(records + 1, MANY, false));
            setup.atLeast(
                    "plain_lock_actions",
                    MANY + 1,
                    tables.count("SELECT COUNT(*) FROM delivery WHERE assignment_id > ?", records));
        }
    }

    private void execute(LockRecords work) {
        setup.bean(Jobs.class).enqueueAll(Collections.nCopies(THREADS, work));
        setup.awaitEnd();
    }
}
