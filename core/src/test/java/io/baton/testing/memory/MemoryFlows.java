package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.flow.FlowStore.Member;
import io.baton.flow.FlowStore.StepItems;
import io.baton.job.Fence;
import io.baton.job.Ties;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The groups of flows, and their jobs. */
record MemoryFlows(MemoryDatabase database) {

    private static final Set<JobState> WAITING =
            EnumSet.of(JobState.SCHEDULED, JobState.READY, JobState.BLOCKED, JobState.WAITING);
    private static final long ITEMS = 100_000;

    /** Returns the key of an item's result. */
    static long item(long group, int index) {
        return group * ITEMS + index;
    }

    private Stream<GroupRow> groups(long batch) {
        return new MemoryGroups(database).of(batch).filter(group -> group.step() != null);
    }

    Map<Integer, StepItems> items(long batch) {
        return items(groups(batch));
    }

    Map<Integer, StepItems> open(long batch) {
        return items(groups(batch).filter(group -> group.remaining() > 0 || group.blocked() != 0));
    }

    boolean anyStepEnded(long batch, Collection<Long> ended) {
        Set<Integer> open = groups(batch)
                .filter(group -> group.remaining() > 0)
                .map(GroupRow::step)
                .collect(Collectors.toSet());
        return groups(batch).anyMatch(group -> ended.contains(group.id()) && !open.contains(group.step()));
    }

    private static Map<Integer, StepItems> items(Stream<GroupRow> groups) {
        Map<Integer, StepItems> items = new HashMap<>();
        groups.forEach(group -> items.merge(
                Objects.requireNonNull(group.step()),
                new StepItems(group.size(), group.remaining(), group.deaths(), group.cancelled(), group.blocked() == 2),
                MemoryFlows::and));
        return items;
    }

    private static StepItems and(StepItems one, StepItems other) {
        return new StepItems(
                one.items() + other.items(),
                one.remaining() + other.remaining(),
                one.dead() + other.dead(),
                one.cancelled() + other.cancelled(),
                one.blocked() || other.blocked());
    }

    void unblock(long batch, int step) {
        groups(batch)
                .filter(group -> Objects.equals(group.step(), step) && group.blocked() == 2)
                .forEach(group -> database.groups.put(group.id(), group.blocked(1)));
    }

    List<Long> releasing(long batch) {
        return groups(batch)
                .filter(group -> group.blocked() == 1)
                .sorted(Comparator.comparing(GroupRow::step).thenComparing(GroupRow::id))
                .map(GroupRow::id)
                .toList();
    }

    List<Long> blockedJobs(long group, int limit) {
        return jobs(group, row -> row.state == JobState.BLOCKED && row.ties.has(Ties.AWAITS), limit);
    }

    List<Long> livingJobs(long group, int limit) {
        return jobs(
                group,
                row -> !row.ties.has(Ties.UNDOING)
                        && (WAITING.contains(row.state) || (row.state == JobState.CLAIMED && !row.cancelRequested)),
                limit);
    }

    List<Long> openGroups(long batch, int limit) {
        return new MemoryGroups(database).living(batch).stream().limit(limit).toList();
    }

    /** Returns the flows within a flow that live and were not cancelled. */
    List<Long> living(long batch) {
        List<Long> open = new MemoryGroups(database)
                .of(batch)
                .filter(group -> group.remaining() > 0)
                .map(GroupRow::id)
                .toList();
        return database.batches.all().stream()
                .filter(row -> row.flow && row.parent != null && open.contains(row.parent))
                .filter(row -> !row.isComplete() && !row.isCancelled())
                .map(BatchRow::id)
                .toList();
    }

    private List<Long> jobs(long group, Predicate<JobRow> condition, int limit) {
        return new MemoryGroups(database)
                .jobsOf(group)
                .filter(condition)
                .map(JobRow::id)
                .limit(limit)
                .toList();
    }

    Optional<Member> member(Fence claim) {
        JobRow row = database.jobs.get(claim.id());
        if (row == null || !row.isHeldUnder(claim) || row.ties.batchGroup() == null) {
            return Optional.empty();
        }
        GroupRow group = database.groups.get(row.ties.batchGroup());
        return group == null || group.step() == null
                ? Optional.empty()
                : Optional.of(new Member(
                        group.batch(),
                        group.id(),
                        Objects.requireNonNull(row.ties.batchIndex()),
                        group.step(),
                        row.ties.has(Ties.RESULT)));
    }

    void forgetGroup(long group) {
        List.copyOf(database.results
                        .seen()
                        .subMap(item(group, 0), item(group + 1, 0))
                        .keySet())
                .forEach(database.results::remove);
    }
}
