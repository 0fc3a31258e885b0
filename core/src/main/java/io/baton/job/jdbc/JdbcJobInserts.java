package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.JobInserts;
import io.baton.job.NewJob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores jobs, one by one or many at once. */
final class JdbcJobInserts implements JobInserts {

    private final Database database;
    private final BulkInsert bulkInsert;
    private final Transitions transitions;
    private final JobCommands commands;
    private final InsertObserver observer;

    JdbcJobInserts(Database database, Transitions transitions, JobCommands commands, InsertObserver observer) {
        this.database = database;
        this.bulkInsert = StatementsByVendor.of(database).bulkInsert();
        this.transitions = transitions;
        this.commands = commands;
        this.observer = observer;
    }

    @Override
    public long insert(NewJob job) {
        return observer.observe(List.of(job), trace -> insert(job, trace));
    }

    private long insert(NewJob job, @Nullable String trace) {
        if (job.isLimited()) {
            return transitions
                    .permitInserts()
                    .insert(List.of(job), trace, bulkInsert)
                    .get(0);
        }
        InsertValues values = InsertValues.of(job, database, trace);
        return database.insert(values.into() + "VALUES " + values.row(), values.parameters());
    }

    @Override
    public void insertAll(List<NewJob> jobs) {
        if (jobs.stream().anyMatch(NewJob::isLimited)) {
            insertAllWithIds(jobs);
        } else if (!jobs.isEmpty()) {
            observer.observe(jobs, trace -> {
                bulkInsert.insert(jobs, trace);
                return jobs.size();
            });
        }
    }

    @Override
    public List<Long> insertAllWithIds(List<NewJob> jobs) {
        return jobs.isEmpty() ? List.of() : observer.observe(jobs, trace -> insertAllWithIds(jobs, trace));
    }

    private List<Long> insertAllWithIds(List<NewJob> jobs, @Nullable String trace) {
        if (jobs.stream().noneMatch(NewJob::isLimited)) {
            return bulkInsert.insertWithIds(jobs, trace, job -> insert(job, trace));
        }
        return jobs.stream().allMatch(NewJob::isLimited)
                ? transitions.permitInserts().insert(jobs, trace, bulkInsert)
                : jobs.stream().map(job -> insert(job, trace)).toList();
    }

    @Override
    public boolean replace(long id, NewJob by, boolean evenClaimed) {
        return commands.replace(id, by, evenClaimed);
    }
}
