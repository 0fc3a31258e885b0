package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.JobResults;
import io.baton.job.ClaimedJob;
import io.baton.job.Memberships.StepResults;
import io.baton.job.Memberships.StepResults.StepResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads the results of the steps before the step of a job. */
record EarlierResults(JobContexts node, ClaimedJob job) implements JobResults {

    @Override
    public <T> Stream<T> stream(Class<T> type) {
        Long group = job.ties().batchGroup();
        return group == null ? Stream.empty() : stream(groupsBefore(group, null), type);
    }

    @Override
    public <T> Stream<T> stream(String step, Class<T> type) {
        Long group = job.ties().batchGroup();
        List<String> steps = group == null ? List.of() : stepsBefore(group);
        if (group == null || !steps.contains(step)) {
            throw new BatonException(job.title() + " has no results of a step \"" + step + "\": it waited for "
                    + (steps.isEmpty() ? "no step" : steps));
        }
        return stream(groupsBefore(group, step), type);
    }

    private StepResults results() {
        return node.handling().memberships().results();
    }

    private List<Long> groupsBefore(long group, @Nullable String step) {
        return node.read(job.fence(), () -> results().groupsBefore(group, step));
    }

    private List<String> stepsBefore(long group) {
        return node.read(job.fence(), () -> results().stepsBefore(group));
    }

    private <T> Stream<T> stream(List<Long> groups, Class<T> type) {
        Spliterator<StepResult> all = Spliterators.spliteratorUnknownSize(
                new InPortions(groups.iterator()), Spliterator.ORDERED | Spliterator.NONNULL);
        return StreamSupport.stream(all, false)
                .map(each -> node.handling().codec().read(each.result(), type));
    }

    /** Reads the results of these groups; it holds one portion at a time. */
    private final class InPortions implements Iterator<StepResult> {

        private final Iterator<Long> groups;
        private final Deque<StepResult> read = new ArrayDeque<>();
        private long group;
        private int last = Integer.MAX_VALUE;

        private InPortions(Iterator<Long> groups) {
            this.groups = groups;
        }

        @Override
        public boolean hasNext() {
            while (read.isEmpty() && (last != Integer.MAX_VALUE || groups.hasNext())) {
                if (last == Integer.MAX_VALUE) {
                    group = groups.next();
                    last = -1;
                }
                read.addAll(node.read(job.fence(), () -> results().portion(group, last)));
                last = read.isEmpty() ? Integer.MAX_VALUE : read.getLast().item();
            }
            return !read.isEmpty();
        }

        @Override
        public StepResult next() {
            if (!hasNext()) {
                throw new NoSuchElementException("There are no more results");
            }
            return read.removeFirst();
        }
    }
}
