package io.baton.unique;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Unique;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Unique keys in a relational database. */
public final class JdbcUniqueStore implements UniqueStore {

    private final Database database;
    private final KeyRows rows;
    private final Holders holders;
    private final @Nullable PostgresKeyWithJob withJob;

    /**
     * Creates a store in this database, whose inserts of jobs this observer observes.
     *
     * @param dayRetention how long the key of a business day is held
     */
    public JdbcUniqueStore(Database database, Duration dayRetention, InsertObserver observer) {
        this.database = database;
        this.rows = new KeyRows(database, dayRetention);
        this.holders = new Holders(database);
        this.withJob =
                database.dialect().verbsAreStatements() ? new PostgresKeyWithJob(database, rows, observer) : null;
    }

    @Override
    public Map<String, HeldKey> take(List<Unique> keys) {
        return rows.take(keys);
    }

    @Override
    public boolean takesAtOnce() {
        return withJob != null;
    }

    @Override
    public Optional<RequestedKey> takeAtOnce(NewJob job) {
        return requireNonNull(withJob).take(job);
    }

    @Override
    public void setAside(List<String> keys) {
        String aside = "SELECT unique_key, job_id, job_id, scope, FALSE, expires_at, 1 FROM baton_unique"
                + " WHERE unique_key = ? AND dead_job = 0";
        database.updateEach(
                database.dialect().insertOrReplace("baton_unique", KeyRows.PRIMARY_KEY, KeyRows.COLUMNS, aside),
                keys.stream().map(key -> new Object[] {key}).toList());
    }

    @Override
    public void takeOver(List<Unique> keys) {
        Map<String, List<Object[]>> rowsByStatement = new HashMap<>();
        for (Unique key : keys) {
            List<Object> parameters = new ArrayList<>();
            parameters.add(KeyRows.scope(key.scope()));
            String expires = rows.expires(key, parameters);
            parameters.add(key.key());
            rowsByStatement
                    .computeIfAbsent(
                            "UPDATE baton_unique SET job_id = 0, " + KeyRows.COUNTER
                                    + " = 1, scope = ?, started = FALSE, expires_at = " + expires
                                    + " WHERE unique_key = ? AND dead_job = 0",
                            statement -> new ArrayList<>())
                    .add(parameters.toArray());
        }
        rowsByStatement.forEach(database::updateEach);
    }

    @Override
    public void assign(Map<String, Long> jobs) {
        database.updateEach(
                "UPDATE baton_unique SET job_id = ? WHERE unique_key = ? AND dead_job = 0",
                jobs.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> new Object[] {each.getValue(), each.getKey()})
                        .toList());
    }

    @Override
    public Map<Long, Holder> lock(Collection<Long> jobs) {
        return holders.lock(jobs);
    }

    @Override
    public Map<Long, Holder> find(Collection<Long> jobs) {
        return holders.find(jobs);
    }

    @Override
    public int purge(int limit) {
        List<Object[]> expired = database.query(
                "SELECT unique_key, dead_job FROM baton_unique WHERE expires_at <= {now} ORDER BY expires_at LIMIT "
                        + limit + " FOR UPDATE SKIP LOCKED",
                (row, number) -> new Object[] {row.getString("unique_key"), row.getLong("dead_job")});
        database.updateEach("DELETE FROM baton_unique WHERE unique_key = ? AND dead_job = ?", expired);
        return expired.size();
    }

    @Override
    public Optional<String> removeForgotten(String after, int limit) {
        List<Long> jobs = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        database.forEach(
                "SELECT unique_key, dead_job, job_id, scope FROM baton_unique WHERE unique_key > ? ORDER BY unique_key, dead_job LIMIT "
                        + limit,
                row -> {
                    keys.add(row.getString("unique_key"));
                    if (row.getLong("dead_job") != 0 || row.getInt("scope") < 2) {
                        jobs.add(row.getLong("job_id"));
                    }
                },
                after);
        jobs.removeAll(living(jobs));
        KeysOfJobs keysOfJobs = new KeysOfJobs(database);
        List<Long> locked = keysOfJobs.lock(jobs, "(dead_job <> 0 OR scope < 2)");
        locked.removeAll(living(locked));
        keysOfJobs.remove(locked, List.of());
        return keys.size() < limit ? Optional.empty() : Optional.of(keys.get(keys.size() - 1));
    }

    private Set<Long> living(List<Long> jobs) {
        if (jobs.isEmpty()) {
            return Set.of();
        }
        RowsById byId = database.rows("baton_job");
        return new HashSet<>(database.list("SELECT id FROM " + byId.from(), Long.class, byId.ids(jobs)));
    }
}
