package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability.InsertStep;
import io.baton.job.JobInserts;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stores jobs, one by one or many at once. */
final class JdbcJobInserts implements JobInserts {

    /** The maximum number of rows in a statement, which keeps it below every packet and parameter limit. */
    private static final int ROWS = 200;

    /** The maximum number of characters of the payloads and labels of several rows in a statement, which is below a megabyte in any script. */
    private static final long CHARACTERS = 250_000;

    private final Database database;
    private final @Nullable PostgresBulkInsert bulkInsert;
    private final Transitions transitions;
    private final JdbcJobAdmin admin;
    private final InsertObserver observer;

    JdbcJobInserts(Database database, Transitions transitions, JdbcJobAdmin admin, InsertObserver observer) {
        this.database = database;
        this.bulkInsert = database.dialect().verbsAreStatements() ? new PostgresBulkInsert(database) : null;
        this.transitions = transitions;
        this.admin = admin;
        this.observer = observer;
    }

    @Override
    public long insert(NewJob job) {
        return observer.observe(List.of(job), trace -> insert(job, trace));
    }

    private long insert(NewJob job, @Nullable String trace) {
        return job.hasRows() ? insertWithRows(List.of(job), trace).get(0) : insertRow(job, trace);
    }

    private long insertRow(NewJob job, @Nullable String trace) {
        InsertValues values = InsertValues.of(job, database, trace, job.ties() != 0);
        return database.insert(values.insert(), values.parameters());
    }

    @Override
    public void insertAll(List<NewJob> jobs) {
        if (jobs.stream().anyMatch(NewJob::hasRows)) {
            insertAllWithIds(jobs);
        } else if (!jobs.isEmpty()) {
            observer.observe(jobs, trace -> {
                if (bulkInsert != null && NewJob.areAlike(jobs)) {
                    bulkInsert.insert(jobs, trace);
                } else {
                    insertRows(jobs, trace);
                }
                return jobs.size();
            });
        }
    }

    private void insertRows(List<NewJob> jobs, @Nullable String trace) {
        List<InsertValues> rows = new ArrayList<>();
        long characters = 0;
        boolean tied = jobs.stream().anyMatch(job -> job.ties() != 0);
        for (NewJob job : jobs) {
            long more = characters(job);
            if (rows.size() == ROWS || (!rows.isEmpty() && characters + more > CHARACTERS)) {
                write(rows);
                rows.clear();
                characters = 0;
            }
            rows.add(InsertValues.of(job, database, trace, tied));
            characters += more;
        }
        if (!rows.isEmpty()) {
            write(rows);
        }
    }

    private static long characters(NewJob job) {
        long characters = job.payload() == null ? 0 : job.payload().length();
        for (Map.Entry<String, String> label : job.labels().entrySet()) {
            characters += label.getKey().length() + label.getValue().length();
        }
        return characters;
    }

    private void write(List<InsertValues> rows) {
        String further = rows.stream().skip(1).map(row -> ", " + row.values()).collect(Collectors.joining());
        Object[] parameters =
                rows.stream().flatMap(row -> row.parameters().stream()).toArray();
        database.update(rows.get(0).insert() + further, parameters);
    }

    @Override
    public List<Long> insertAllWithIds(List<NewJob> jobs) {
        return jobs.isEmpty() ? List.of() : observer.observe(jobs, trace -> insertAllWithIds(jobs, trace));
    }

    /** Stores jobs one by one unless the bulk insert can: a database may return the keys of many rows in any order. */
    private List<Long> insertAllWithIds(List<NewJob> jobs, @Nullable String trace) {
        if (jobs.stream().allMatch(NewJob::hasRows)) {
            return insertWithRows(jobs, trace);
        }
        return bulkInsert != null && NewJob.areAlike(jobs)
                ? bulkInsert.insertWithIds(jobs, trace)
                : jobs.stream().map(job -> insert(job, trace)).toList();
    }

    /** Stores jobs and the rows of capabilities about them. */
    private List<Long> insertWithRows(List<NewJob> jobs, @Nullable String trace) {
        Map<InsertStep, List<NewJob>> steps = new LinkedHashMap<>();
        jobs.forEach(
                job -> transitions.inserts(job).forEach(step -> steps.computeIfAbsent(step, first -> new ArrayList<>())
                        .add(job)));
        steps.forEach(InsertStep::check);
        List<Long> ids;
        if (bulkInsert != null && NewJob.areAlike(jobs)) {
            ids = bulkInsert.insertWithRows(jobs, trace, List.copyOf(steps.keySet()));
        } else {
            ids = jobs.stream().map(job -> insertRow(job, trace)).toList();
            for (int number = 0; number < jobs.size(); number++) {
                NewJob job = jobs.get(number);
                long id = ids.get(number);
                transitions.inserts(job).forEach(step -> transitions.insert(step, id, job));
            }
        }
        steps.forEach(InsertStep::stored);
        return ids;
    }

    @Override
    public boolean replace(long id, NewJob by, boolean evenClaimed) {
        return admin.replace(id, by, evenClaimed);
    }
}
