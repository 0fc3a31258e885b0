package io.baton.testing.memory;

import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.job.FoundJob;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What people ask about jobs. */
record MemoryJobQueries(MemoryDatabase database) {

    private static final Set<JobState> UNFINISHED =
            EnumSet.of(JobState.SCHEDULED, JobState.READY, JobState.CLAIMED, JobState.BLOCKED, JobState.WAITING);

    Optional<JobDetails> find(long id) {
        JobRow row = database.jobs.get(id);
        EndedRow ended = database.history.get(id);
        return row != null
                ? Optional.of(details(row))
                : Optional.ofNullable(ended).map(this::details);
    }

    List<JobDetails> search(JobFilter filter, long offset, int limit) {
        Stream<JobDetails> live = database.jobs.all().stream()
                .filter(row -> matches(filter, row, row.state))
                .map(this::details);
        Stream<JobDetails> ended = database.history.all().stream()
                .filter(row -> matches(filter, row.last(), row.state()))
                .map(this::details);
        return Stream.concat(live, ended)
                .sorted(Comparator.comparingLong((JobDetails job) -> job.id().value())
                        .reversed())
                .skip(offset)
                .limit(limit)
                .map(MemoryJobQueries::withoutPayload)
                .toList();
    }

    private static JobDetails withoutPayload(JobDetails job) {
        return new FoundJob(
                job.id(),
                job.type(),
                job.queue(),
                job.share(),
                job.priority(),
                job.state(),
                job.attempts(),
                job.maxAttempts(),
                job.enqueuedAt(),
                job.dueAt(),
                job.claimedAt(),
                job.endedAt(),
                job.worker(),
                job.labels(),
                job.key(),
                job.progress(),
                job.progressNote(),
                null,
                job.result(),
                job.error(),
                List.of());
    }

    List<JobCount> counts() {
        Map<String, Map<JobState, Long>> counts = database.jobs.all().stream()
                .collect(Collectors.groupingBy(
                        JobRow::queue,
                        TreeMap::new,
                        Collectors.groupingBy(row -> row.state, TreeMap::new, Collectors.counting())));
        return counts.entrySet().stream()
                .flatMap(queue -> queue.getValue().entrySet().stream()
                        .map(state -> new JobCount(queue.getKey(), state.getKey(), state.getValue())))
                .toList();
    }

    boolean anyUnfinished(JobFilter filter) {
        return database.jobs.all().stream()
                .anyMatch(row -> UNFINISHED.contains(row.state) && matches(filter, row, row.state));
    }

    List<Long> ids(JobFilter filter, long afterId, int limit) {
        return database.jobs.all().stream()
                .filter(row -> row.id > afterId && matches(filter, row, row.state))
                .map(row -> row.id)
                .limit(limit)
                .toList();
    }

    boolean matches(JobFilter filter, JobRow row, JobState state) {
        return (filter.states().isEmpty() || filter.states().contains(state))
                && (filter.queue() == null || filter.queue().equals(row.queue()))
                && (filter.type() == null || filter.type().equals(row.job.type()))
                && (filter.key() == null || filter.key().equals(row.job.key()))
                && (filter.before() == null || row.id < filter.before().value())
                && (filter.after() == null || row.id > filter.after().value())
                && (filter.batch() == null || isOf(filter.batch().value(), row, state))
                && (filter.enqueuedFrom() == null || !row.createdAt.isBefore(filter.enqueuedFrom()))
                && (filter.enqueuedUntil() == null || row.createdAt.isBefore(filter.enqueuedUntil()))
                && (filter.errorContains() == null || hasDiedOf(filter.errorContains(), row, state))
                && row.job.labels().entrySet().containsAll(filter.labels().entrySet());
    }

    private static boolean hasDiedOf(String text, JobRow row, JobState state) {
        return state == JobState.DEAD && row.error != null && row.error.contains(text);
    }

    private boolean isOf(long batch, JobRow row, JobState state) {
        Long group = row.ties.batchGroup();
        GroupRow known = group == null ? null : database.groups.get(group);
        return known != null && known.batch() == batch && state != JobState.COMPLETED && state != JobState.CANCELLED;
    }

    private JobDetails details(JobRow row) {
        return new FoundJob(
                new JobId(row.id),
                row.job.type(),
                row.queue(),
                null,
                row.job.priority(),
                row.state,
                row.attempt,
                row.job.maxAttempts(),
                row.createdAt,
                row.dueAt,
                row.claimedAt,
                row.diedAt,
                worker(row),
                row.job.labels(),
                row.job.key(),
                row.progress,
                row.note,
                row.job.payload(),
                null,
                row.error,
                row.failures);
    }

    private JobDetails details(EndedRow ended) {
        JobRow row = ended.last();
        return new FoundJob(
                new JobId(row.id),
                row.job.type(),
                row.queue(),
                null,
                row.job.priority(),
                ended.state(),
                row.attempt,
                null,
                row.createdAt,
                row.dueAt,
                row.claimedAt,
                ended.endedAt(),
                worker(row),
                row.job.labels(),
                row.job.key(),
                null,
                null,
                null,
                ended.result(),
                null,
                row.failures);
    }

    private @Nullable String worker(JobRow row) {
        WorkerRow worker = row.workerId == null ? null : database.workers.get(row.workerId);
        return worker == null ? null : worker.info().name();
    }
}
