package io.baton.job;

import static io.baton.job.JobDraft.job;

import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Stores 100,000 jobs of a kilobyte each in one transaction; in a JVM that has no room for them. */
final class BulkInsertProgram {

    static final int JOBS = 100_000;
    private static final int CHUNK = 1_000;

    private BulkInsertProgram() {}

    /** Takes URL, user, password, and {@code hoard} if it shall keep what it stores, which cannot end well. */
    public static void main(String[] arguments) {
        DriverManagerDataSource dataSource = new DriverManagerDataSource(arguments[0], arguments[1], arguments[2]);
        JobStore store = JobStore.on(new Database(dataSource, null), StoreOnDatabase.KEEP_ALL);
        boolean hoard = arguments.length > 3;
        List<NewJob> hoarded = new ArrayList<>();
        Database database = new Database(dataSource, null);
        new OwnTransactions(dataSource).run(() -> {
            // a JVM that is short of memory may collect garbage for longer than the server would wait
            database.liftIdleLimit();
            for (int stored = 0; stored < JOBS; stored += CHUNK) {
                List<NewJob> chunk = chunk(stored);
                store.insertAll(chunk);
                if (hoard) {
                    hoarded.addAll(chunk);
                }
            }
            return hoarded.size();
        });
    }

    private static List<NewJob> chunk(int first) {
        List<NewJob> jobs = new ArrayList<>(CHUNK);
        for (int i = 0; i < CHUNK; i++) {
            jobs.add(job().payload("\"" + "%01000d".formatted(first + i) + "\"").asNew());
        }
        return jobs;
    }
}
