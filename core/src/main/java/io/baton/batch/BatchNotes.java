package io.baton.batch;

import java.util.Collection;
import java.util.List;

/** Notes of items that are not folded yet. Each method runs in the transaction of its caller. */
public interface BatchNotes {

    /** Notes what happened to items. Takes no lock that others hold. */
    void append(AckKind kind, long group, Collection<Integer> items);

    /** Notes a batch for the next fold, by its negated id. Takes no lock that others hold. */
    default void note(long batch) {
        append(AckKind.DONE, -batch, List.of());
    }

    /** Returns up to {@code limit} groups of the batch that have notes, and the negated id of the batch. */
    List<Long> notedGroups(long batch, int limit);

    /** Returns all notes of these groups. */
    List<Ack> acks(Collection<Long> groups);

    /** Removes notes. */
    void forget(Collection<Ack> acks);

    /** Returns up to {@code limit} groups and negated ids of batches after this one, ascending, that have notes. */
    List<Long> noted(long after, int limit);

    /** Returns those of these groups and negated ids of batches that have notes. */
    List<Long> noted(Collection<Long> names);
}
