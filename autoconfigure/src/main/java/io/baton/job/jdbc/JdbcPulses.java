package io.baton.job.jdbc;

import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Transactions;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Pulses in a relational database. */
public final class JdbcPulses implements Pulses {

    private final Pulses pulses;

    /** Pulses on this data source, in these transactions on it; the schema is that of its connections unless one is named. */
    public JdbcPulses(DataSource dataSource, @Nullable String schema, Retention retention, Transactions transactions) {
        Pulses verbByVerb = Pulses.of(
                new JdbcJobStore(dataSource, schema, retention),
                new JdbcWorkerStore(dataSource, schema, retention),
                transactions);
        Pulses together = Database.of(dataSource).pulses(new JdbcTemplate(dataSource), new Tables(schema));
        this.pulses = together == null
                ? verbByVerb
                : (worker, queues) -> transactions.single(() -> together.take(worker, queues));
    }

    @Override
    public Pulse take(long workerId, Set<String> queues) {
        return pulses.take(workerId, queues);
    }
}
