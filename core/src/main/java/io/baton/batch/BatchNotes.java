package io.baton.batch;

import java.util.Collection;
import java.util.List;

/** What became of items and is not folded yet. Each method runs in the transaction that its caller opened. */
public interface BatchNotes {

    /** Notes what became of items, and waits for nobody. */
    void append(AckKind kind, long group, Collection<Integer> items);

    /** Notes that a batch is to be looked at, by its negated id, and waits for nobody. */
    default void note(long batch) {
        append(AckKind.DONE, -batch, List.of());
    }

    /** Returns up to {@code limit} groups of the batch of which something was noted, and the negated id of the batch. */
    List<Long> notedGroups(long batch, int limit);

    /** Returns all that was noted of these groups. */
    List<Ack> acks(Collection<Long> groups);

    /** Removes notes. */
    void forget(Collection<Ack> acks);

    /** Returns up to {@code limit} groups and negated ids of batches beyond this one, ascending, of which something was noted. */
    List<Long> noted(long after, int limit);

    /** Returns those of these groups and negated ids of batches of which something was noted. */
    List<Long> noted(Collection<Long> names);
}
