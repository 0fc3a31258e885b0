package io.baton.unique;

import io.baton.database.Database;
import io.baton.job.JobInserts;
import io.baton.job.JobInserts.InsertObserver;
import java.time.Duration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** For tests in which no job has a key. */
public final class NoUniqueKeys {

    private static final Database WITHOUT_TABLE =
            new Database(new DriverManagerDataSource("jdbc:h2:mem:no-tables"), null);

    private NoUniqueKeys() {}

    /** Returns what stores jobs here. */
    public static UniqueJobs with(JobInserts store) {
        return new UniqueJobs(WITHOUT_TABLE, Duration.ZERO, InsertObserver.NONE, store);
    }
}
