package io.baton.enqueue;

import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.job.Due;
import io.baton.job.FoundJob;
import io.baton.job.JobAdmin;
import io.baton.job.JobInserts;
import io.baton.job.NewJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps jobs in a map and writes down what it was asked. */
public final class FakeJobStore implements JobInserts, JobAdmin {

    /** What is kept of a job. */
    record Row(long id, NewJob job, JobState state) {}

    /** Every call that came, in order. */
    public final List<String> calls = new CopyOnWriteArrayList<>();

    private final Map<Long, Row> rows = new ConcurrentSkipListMap<>();
    private long lastId;

    /** Puts a job there without a call. */
    public synchronized long add(String queue, JobState state) {
        return put(new NewJob("type", queue, 0, Due.NOW, null, Map.of(), null, List.of()), state);
    }

    /** Changes a job's state without a call. */
    public void become(long id, JobState state) {
        rows.computeIfPresent(id, (key, row) -> new Row(id, row.job(), state));
    }

    /** The jobs, oldest first. */
    public List<NewJob> jobs() {
        return rows.values().stream().map(Row::job).toList();
    }

    /** Where a job stands. */
    public JobState state(long id) {
        return Objects.requireNonNull(rows.get(id)).state();
    }

    @Override
    public synchronized long insert(NewJob job) {
        calls.add("insert");
        return put(job, JobState.READY);
    }

    @Override
    public synchronized void insertAll(List<NewJob> jobs) {
        calls.add("insertAll " + jobs.size());
        jobs.forEach(job -> put(job, JobState.READY));
    }

    @Override
    public List<Long> insertAllWithIds(List<NewJob> jobs) {
        return jobs.stream().map(this::insert).toList();
    }

    @Override
    public boolean replace(long id, NewJob by, boolean evenClaimed) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<JobDetails> find(long id) {
        calls.add("find");
        return Optional.ofNullable(rows.get(id)).map(FakeJobStore::details);
    }

    @Override
    public List<JobDetails> search(JobFilter filter, long offset, int limit) {
        calls.add("search " + offset + " " + limit);
        return matching(filter)
                .sorted(Comparator.comparingLong(Row::id).reversed())
                .skip(offset)
                .limit(limit)
                .map(FakeJobStore::details)
                .toList();
    }

    @Override
    public List<JobCount> counts() {
        calls.add("counts");
        Map<String, Map<JobState, Long>> counts = rows.values().stream()
                .collect(Collectors.groupingBy(
                        row -> row.job().queue(), Collectors.groupingBy(Row::state, Collectors.counting())));
        List<JobCount> result = new ArrayList<>();
        counts.forEach((queue, states) -> states.forEach((state, n) -> result.add(new JobCount(queue, state, n))));
        return result;
    }

    @Override
    public boolean anyUnfinished(JobFilter filter) {
        calls.add("anyUnfinished");
        return matching(filter).anyMatch(row -> !row.state().isFinal());
    }

    @Override
    public List<Long> ids(JobFilter filter, long afterId, int limit) {
        calls.add("ids " + afterId + " " + limit);
        return matching(filter)
                .map(Row::id)
                .filter(id -> id > afterId)
                .limit(limit)
                .toList();
    }

    @Override
    public Map<Long, String> lock(List<Long> ids, JobFilter filter) {
        return matching(filter)
                .filter(row -> ids.contains(row.id()))
                .collect(Collectors.toMap(Row::id, row -> row.job().queue(), (one, other) -> one, TreeMap::new));
    }

    @Override
    public int cancel(List<Long> ids, boolean evenDead) {
        Set<JobState> from = evenDead
                ? Set.of(JobState.SCHEDULED, JobState.READY, JobState.CLAIMED, JobState.DEAD)
                : Set.of(JobState.SCHEDULED, JobState.READY, JobState.CLAIMED);
        return change("cancel", ids, from, JobState.CANCELLED);
    }

    @Override
    public int revive(List<Long> ids) {
        return change("revive", ids, Set.of(JobState.DEAD), JobState.READY);
    }

    @Override
    public int reschedule(List<Long> ids, Due due) {
        return change("reschedule " + due, ids, Set.of(JobState.SCHEDULED, JobState.READY), JobState.SCHEDULED);
    }

    private int change(String verb, List<Long> ids, Set<JobState> from, JobState to) {
        calls.add(verb + " " + ids.size());
        List<Long> changed = ids.stream()
                .filter(id -> rows.containsKey(id) && from.contains(state(id)))
                .toList();
        changed.forEach(id -> become(id, to));
        return changed.size();
    }

    private long put(NewJob job, JobState state) {
        rows.put(++lastId, new Row(lastId, job, state));
        return lastId;
    }

    private Stream<Row> matching(JobFilter filter) {
        return rows.values().stream()
                .filter(row -> filter.queue() == null
                        || filter.queue().equals(row.job().queue()))
                .filter(row ->
                        filter.type() == null || filter.type().equals(row.job().type()))
                .filter(row -> filter.states().isEmpty() || filter.states().contains(row.state()))
                .filter(row -> row.job()
                        .labels()
                        .entrySet()
                        .containsAll(filter.labels().entrySet()));
    }

    private static JobDetails details(Row row) {
        NewJob job = row.job();
        return new FoundJob(
                new JobId(row.id()),
                job.type(),
                job.queue(),
                null,
                job.priority(),
                row.state(),
                0,
                job.maxAttempts(),
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                null,
                job.labels(),
                job.key(),
                null,
                null,
                job.payload(),
                null,
                null,
                java.util.List.of());
    }

    @Override
    public void pause(String queue, @Nullable Due until) {
        calls.add("pause " + queue + " " + until);
    }

    @Override
    public boolean resume(String queue) {
        calls.add("resume " + queue);
        return true;
    }
}
