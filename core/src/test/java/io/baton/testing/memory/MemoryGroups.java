package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.batch.BatchStore.StepPlace;
import io.baton.batch.GroupItems;
import io.baton.job.Memberships.Membership;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The rows of groups. */
record MemoryGroups(MemoryDatabase database) {

    long add(long batch) {
        long id = database.groups.nextId();
        database.groups.insert(id, new GroupRow(id, batch));
        return id;
    }

    long add(long batch, StepPlace place) {
        long id = database.groups.nextId();
        database.groups.insert(id, new GroupRow(id, batch).in(place.step(), place.blocked() ? 2 : 0));
        return id;
    }

    void fill(long group, int size, boolean ofJobs, boolean shared) {
        GroupRow row = database.groups.get(group);
        if (row != null) {
            database.groups.put(group, row.filled(size, ofJobs, shared));
        }
    }

    Stream<GroupRow> of(long batch) {
        return database.groups.all().stream().filter(row -> row.batch() == batch);
    }

    Map<Long, Membership> memberships(Collection<Long> groups) {
        Map<Long, Membership> found = new HashMap<>();
        rows(groups).forEach(row -> found.put(row.id(), new Membership(row.batch(), row.size(), row.shared())));
        return found;
    }

    private Stream<GroupRow> rows(Collection<Long> groups) {
        return new TreeSet<>(groups).stream().map(database.groups::get).filter(Objects::nonNull);
    }

    Map<Long, GroupItems> items(Collection<Long> groups) {
        Map<Long, GroupItems> items = new HashMap<>();
        rows(groups).forEach(row -> {
            database.groups.lock(row.id());
            items.put(row.id(), row.items());
        });
        return items;
    }

    void save(Collection<GroupItems> changed) {
        changed.forEach(items -> {
            GroupRow row = database.groups.get(items.id());
            if (row != null) {
                database.groups.put(row.id(), row.with(items));
            }
        });
    }

    /** Returns the places of the jobs of this group that there are. */
    BitSet jobs(long group) {
        BitSet jobs = new BitSet();
        jobsOf(group).forEach(row -> jobs.set(Objects.requireNonNull(row.ties.batchIndex())));
        return jobs;
    }

    Stream<JobRow> jobsOf(long group) {
        return database.jobs.all().stream().filter(row -> Objects.equals(row.ties.batchGroup(), group));
    }

    /** Returns the groups of the batch that have jobs which have not ended, nor died. */
    List<Long> living(long batch) {
        return of(batch)
                .filter(row -> row.ofJobs() && row.remaining() > row.deaths())
                .map(GroupRow::id)
                .toList();
    }

    boolean anyLivingJob(long batch) {
        return living(batch).stream()
                .flatMap(this::jobsOf)
                .anyMatch(row -> row.state != JobState.DEAD && !row.awaits());
    }

    void remove(Collection<Long> ids) {
        ids.forEach(database.groups::remove);
    }
}
