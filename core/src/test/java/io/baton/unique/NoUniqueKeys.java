package io.baton.unique;

import io.baton.job.JobInserts;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Unique;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** For tests in which no job has a key. */
public final class NoUniqueKeys implements UniqueStore {

    /** Returns what stores jobs here. */
    public static UniqueJobs with(JobInserts store) {
        return new UniqueJobs(new NoUniqueKeys(), store);
    }

    @Override
    public Map<String, HeldKey> take(List<Unique> keys) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAside(List<String> keys) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void takeOver(List<Unique> keys) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void assign(Map<String, Long> jobs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<Long, Holder> lock(Collection<Long> jobs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<Long, Holder> find(Collection<Long> jobs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean takesAtOnce() {
        return false;
    }

    @Override
    public Optional<RequestedKey> takeAtOnce(NewJob job) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int purge(int limit) {
        return 0;
    }

    @Override
    public Optional<String> removeForgotten(String after, int limit) {
        return Optional.empty();
    }
}
