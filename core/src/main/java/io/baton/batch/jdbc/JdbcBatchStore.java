package io.baton.batch.jdbc;

import io.baton.PartitionStrategy;
import io.baton.batch.Ack;
import io.baton.batch.AckKind;
import io.baton.batch.BatchStore;
import io.baton.batch.FoundBatch;
import io.baton.batch.GroupItems;
import io.baton.batch.LockedBatch;
import io.baton.batch.StepPlace;
import io.baton.database.Database;
import io.baton.job.Membership;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Batches in a relational database. Runs in whatever transaction is bound to its data source. */
public final class JdbcBatchStore implements BatchStore {

    private final BatchRows batches;
    private final GroupRows groups;
    private final AckRows acks;

    /** Creates a store on this data source; the schema is that of its connections unless one is named. */
    public JdbcBatchStore(DataSource dataSource, @Nullable String schema) {
        Database database = new Database(dataSource, schema);
        this.batches = new BatchRows(database);
        this.groups = new GroupRows(database);
        this.acks = new AckRows(database);
    }

    @Override
    public long make() {
        return batches.make();
    }

    @Override
    public long makeFlow() {
        return batches.makeFlow();
    }

    @Override
    public long makeFlow(String key) {
        return batches.make(key, null, true);
    }

    @Override
    public long makeNew(String key) {
        return batches.makeNew(key);
    }

    @Override
    public long make(String key) {
        return batches.make(key, null, false);
    }

    @Override
    public long makeWithin(String key, long parent) {
        return batches.make(key, parent, false);
    }

    @Override
    public Optional<Long> awaitedParent(long batch) {
        return batches.parentGroup(batch).filter(parent -> parent < 0).map(parent -> -parent);
    }

    @Override
    public void place(long batch, long group) {
        batches.place(batch, group);
    }

    @Override
    public Optional<Long> parent(long batch) {
        return batches.parentGroup(batch).filter(parent -> parent > 0).flatMap(groups::batchOf);
    }

    @Override
    public Optional<Long> find(String key) {
        return batches.find(key);
    }

    @Override
    public Optional<FoundBatch> status(long batch) {
        return batches.status(batch);
    }

    @Override
    public Optional<LockedBatch> lock(long batch) {
        return batches.lock(batch);
    }

    @Override
    public Optional<LockedBatch> lockFree(long batch) {
        return batches.lockFree(batch);
    }

    @Override
    public Optional<LockedBatch> lockSoon(long batch) {
        return batches.lockSoon(batch);
    }

    @Override
    public Optional<LockedBatch> look(long batch) {
        return batches.look(batch);
    }

    @Override
    public void seal(long batch) {
        batches.seal(batch);
    }

    @Override
    public void onComplete(long batch, @Nullable Long job) {
        batches.onComplete(batch, job);
    }

    @Override
    public void onDead(long batch, @Nullable Long job) {
        batches.onDead(batch, job);
    }

    @Override
    public void stuck(long batch, boolean stuck) {
        batches.stuck(batch, stuck);
    }

    @Override
    public long addGroup(long batch) {
        return groups.add(batch);
    }

    @Override
    public long addGroup(long batch, StepPlace place) {
        return groups.add(batch, place);
    }

    @Override
    public void fill(long group, int size, @Nullable Long firstJob, @Nullable PartitionStrategy strategy) {
        groups.fill(group, size, firstJob, strategy);
    }

    @Override
    public Optional<Membership> membership(long group) {
        return groups.membership(group);
    }

    @Override
    public Map<Long, Long> batches(Collection<Long> ofGroups) {
        return groups.batches(ofGroups);
    }

    @Override
    public Map<Long, Integer> sizes(long batch, Collection<Long> ofGroups) {
        return groups.sizes(batch, ofGroups);
    }

    @Override
    public boolean waitsForItems(long batch, boolean cancelled) {
        return groups.anyOpen(batch, cancelled) || (cancelled && groups.anyLivingBatch(batch));
    }

    @Override
    public boolean anyLiving(long batch) {
        return groups.anyLivingJob(batch) || groups.anyLivingBatch(batch);
    }

    @Override
    public void cancel(long batch) {
        batches.cancel(batch);
    }

    @Override
    public List<Long> groups(long batch, int limit) {
        return groups.some(batch, limit);
    }

    @Override
    public boolean anyDead(long batch) {
        return groups.anyDead(batch);
    }

    @Override
    public boolean goesOn(long batch) {
        return groups.goesOn(batch);
    }

    @Override
    public void append(AckKind kind, long group, Collection<Integer> items) {
        acks.append(kind, group, items);
    }

    @Override
    public void note(long batch) {
        acks.append(AckKind.DONE, -batch, List.of());
    }

    @Override
    public List<Long> notedGroups(long batch, int limit) {
        return acks.groupsOf(batch, limit);
    }

    @Override
    public List<Ack> acks(Collection<Long> ofGroups) {
        return acks.of(ofGroups);
    }

    @Override
    public void forget(Collection<Ack> read) {
        acks.remove(read);
    }

    @Override
    public Map<Long, GroupItems> items(Collection<Long> ofGroups) {
        return groups.items(ofGroups);
    }

    @Override
    public void save(Collection<GroupItems> changed) {
        groups.save(changed);
    }

    @Override
    public void complete(long batch) {
        batches.complete(batch);
    }

    @Override
    public void active(long batch) {
        batches.active(batch);
    }

    @Override
    public boolean isUsed() {
        return batches.isUsed();
    }

    @Override
    public List<Long> noted(long after, int limit) {
        return acks.groups(after, limit);
    }

    @Override
    public List<Long> noted(Collection<Long> names) {
        return acks.noted(names);
    }

    @Override
    public List<Long> idle(long after, Duration idle, int limit) {
        return batches.idle(after, idle, limit);
    }

    @Override
    public List<Long> openJobGroups(long batch, long after, int limit) {
        return groups.openOfJobs(batch, after, limit);
    }

    @Override
    public BitSet jobs(long group) {
        return groups.jobs(group);
    }

    @Override
    public BitSet deadJobs(long group) {
        return groups.deadJobs(group);
    }

    @Override
    public BitSet lockDeadJobs(long group) {
        return groups.lockDeadJobs(group);
    }

    @Override
    public List<Long> expired(boolean complete, Duration idle, int limit) {
        return batches.expired(complete, idle, limit);
    }

    @Override
    public void abandon(long batch) {
        batches.abandon(batch);
    }

    @Override
    public void removeGroups(Collection<Long> ofBatch) {
        acks.removeAll(ofBatch);
        groups.remove(ofBatch);
    }

    @Override
    public void remove(long batch) {
        acks.removeAll(List.of(-batch));
        batches.remove(batch);
    }
}
