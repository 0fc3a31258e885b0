package io.baton.autoconfigure;

import io.baton.Diagnostics;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchRoles;
import io.baton.batch.JdbcBatchRoles;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.flow.FlowRelease;
import io.baton.flow.FlowStore;
import io.baton.flow.JdbcFlowStore;
import io.baton.job.Capability;
import io.baton.job.DirtySet;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.JobReleases;
import io.baton.job.JobRoles;
import io.baton.job.Memberships.StepResults;
import io.baton.job.Pulses;
import io.baton.job.Upkeep;
import io.baton.job.WorkerStore;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.job.jdbc.JdbcUpkeep;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.monitor.ChangeStore;
import io.baton.monitor.Monitor;
import io.baton.monitor.jdbc.JdbcChangeStore;
import io.baton.monitor.jdbc.JdbcDiagnostics;
import io.baton.monitor.jdbc.JdbcMonitor;
import io.baton.permit.JdbcPermitStore;
import io.baton.permit.PermitStore;
import io.baton.recurring.ScheduleStore;
import io.baton.unique.UniqueStore;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Creates the stores of all capabilities on the connections of one pool. */
record StoreFactory(
        DataSource dataSource,
        @Nullable String schema,
        Database database,
        BatonProperties properties,
        InsertObserver observer) {

    StoreFactory(DataSource dataSource, @Nullable String schema, BatonProperties properties, InsertObserver observer) {
        this(dataSource, schema, new Database(dataSource, schema), properties, observer);
    }

    /** Returns the same for another pool. */
    StoreFactory on(DataSource pool) {
        return new StoreFactory(pool, schema, properties, observer);
    }

    JobRoles jobs(List<Capability> capabilities) {
        return JdbcJobRoles.on(database, properties.retention().retention(), capabilities, observer);
    }

    WorkerStore workers(List<Capability> capabilities) {
        return new JdbcWorkerStore(database, properties.retention().retention(), capabilities);
    }

    Pulses pulses() {
        return JdbcJobRoles.pulses(database, properties.retention().retention(), new OwnTransactions(dataSource));
    }

    PermitStore permits() {
        return new JdbcPermitStore(database);
    }

    UniqueStore keys() {
        return new UniqueStore(database, properties.unique().retention(), observer);
    }

    ScheduleStore schedules() {
        return new ScheduleStore(database);
    }

    FlowStore flows() {
        return new JdbcFlowStore(database);
    }

    StepResults results() {
        return new JdbcFlowStore(database);
    }

    /** Returns the reducer of batches, which releases the next steps of flows. */
    BatchReducer reducer(JobReleases releases, DirtySet<Long> dirty) {
        BatchRoles batches = JdbcBatchRoles.on(database);
        return new BatchReducer(batches, releases, dirty, new FlowRelease(flows(), batches, releases, dirty));
    }

    Monitor monitor() {
        return new JdbcMonitor(database);
    }

    Diagnostics diagnostics() {
        return new JdbcDiagnostics(database);
    }

    ChangeStore changes() {
        return new JdbcChangeStore(database);
    }

    Upkeep upkeep() {
        return JdbcUpkeep.on(dataSource, schema);
    }
}
