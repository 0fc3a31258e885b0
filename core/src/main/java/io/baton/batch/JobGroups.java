package io.baton.batch;

import io.baton.batch.BatchStore.StepPlace;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores jobs as items of a batch, group by group, in one transaction. */
public final class JobGroups {

    /** The most items of a group, whose bits then take a thousand bytes. */
    public static final int MOST_ITEMS = 8_000;

    private final BatchWork work;
    private final long batch;
    private final boolean shared;
    private final @Nullable StepPlace place;
    private long group;
    private int size;
    private long firstJob;
    private String type = "empty";

    public JobGroups(BatchWork work, long batch, boolean shared, @Nullable StepPlace place) {
        this.work = work;
        this.batch = batch;
        this.shared = shared;
        this.place = place;
    }

    long add(NewJob job) {
        if (size == MOST_ITEMS) {
            finish();
        }
        if (size == 0) {
            type = group == 0 ? job.type() : type;
            group = work.store().addGroup(batch, place);
        }
        long id = work.jobs().insert(job.at(new NewJob.Place(group, size, isAwaited())));
        firstJob = size == 0 ? id : firstJob;
        size++;
        return id;
    }

    /** Stores jobs. The first job of a group is stored alone, since only then every database returns its id. */
    private void add(List<NewJob> all) {
        int next = 0;
        while (next < all.size()) {
            if (size == 0 || size == MOST_ITEMS) {
                add(all.get(next++));
            } else {
                int end = Math.min(all.size(), next + MOST_ITEMS - size);
                List<NewJob> placed = new ArrayList<>();
                for (; next < end; next++) {
                    placed.add(all.get(next).at(new NewJob.Place(group, size++, isAwaited())));
                }
                work.jobs().insertAll(placed);
            }
        }
    }

    private boolean isAwaited() {
        return place != null && place.awaited();
    }

    /** Returns the type of the first job; a placeholder if there are no jobs. */
    public String type() {
        return type;
    }

    /** Stores a job for each payload, and writes the last group; returns how many jobs it stored. */
    public <T> long addAll(Iterator<? extends T> payloads, Function<? super T, NewJob> jobs) {
        long added = work.enqueuer().storeAll(payloads, jobs, this::add);
        finish();
        return added;
    }

    /** Writes the last group. */
    void finish() {
        if (size > 0) {
            work.store().fill(group, size, firstJob, shared);
            size = 0;
        }
    }
}
