package io.baton.testing.memory;

import io.baton.flow.FlowStore;
import io.baton.flow.FlowStore.Member;
import io.baton.flow.FlowStore.StepItems;
import io.baton.flow.FlowStore.StoredStep;
import io.baton.job.Fence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Flows in memory. Not final, so that a mutant of it can show that somebody would notice. */
public class InMemoryFlowStore extends FlowStore {

    private final MemoryDatabase database;
    private final MemoryFlows flows;

    /** Creates a store in this database. */
    public InMemoryFlowStore(MemoryDatabase database) {
        super(MemoryDatabase.NO_TABLES);
        this.database = database;
        this.flows = new MemoryFlows(database);
    }

    /** Runs a statement; time may pass between two of them. */
    protected <T extends @Nullable Object> T statement(Supplier<T> work) {
        return database.joined(work);
    }

    private void write(Runnable work) {
        statement(() -> {
            work.run();
            return true;
        });
    }

    @Override
    public void addStep(long batch, StoredStep step) {
        write(() -> {
            List<StoredStep> steps = new ArrayList<>(known(batch));
            steps.add(step);
            database.steps.put(batch, List.copyOf(steps));
        });
    }

    private List<StoredStep> known(long batch) {
        List<StoredStep> steps = database.steps.get(batch);
        return steps == null ? List.of() : steps;
    }

    @Override
    public List<StoredStep> steps(long batch) {
        return statement(() -> known(batch));
    }

    @Override
    public Map<Integer, StepItems> items(long batch, boolean open) {
        return statement(() -> open ? flows.open(batch) : flows.items(batch));
    }

    @Override
    public boolean anyStepEnded(long batch, Collection<Long> groups) {
        return statement(() -> flows.anyStepEnded(batch, groups));
    }

    private void change(long group, UnaryOperator<GroupRow> change) {
        write(() -> {
            GroupRow row = database.groups.get(group);
            if (row != null) {
                database.groups.put(group, change.apply(row));
            }
        });
    }

    @Override
    public void unblock(long batch, int step) {
        write(() -> flows.unblock(batch, step));
    }

    @Override
    public List<Long> releasing(long batch) {
        return statement(() -> flows.releasing(batch));
    }

    @Override
    public List<Long> blockedJobs(long group, int limit) {
        return statement(() -> flows.blockedJobs(group, limit));
    }

    @Override
    public void released(long group) {
        change(group, row -> row.blocked(0));
    }

    @Override
    public List<Long> livingJobs(long group, int limit) {
        return statement(() -> flows.livingJobs(group, limit));
    }

    @Override
    public List<Long> livingFlows(long batch, int limit) {
        return statement(() -> flows.living(batch).stream().limit(limit).toList());
    }

    @Override
    public List<Long> openGroups(long batch, int limit) {
        return statement(() -> flows.openGroups(batch, limit));
    }

    @Override
    public Optional<Member> member(Fence claim) {
        return statement(() -> flows.member(claim));
    }

    @Override
    public boolean forgetGroups(Collection<Long> groups, int limit) {
        return statement(() -> {
            groups.forEach(flows::forgetGroup);
            return true;
        });
    }

    @Override
    public void forget(long batch) {
        write(() -> {
            if (database.steps.get(batch) != null) {
                database.steps.remove(batch);
            }
        });
    }
}
