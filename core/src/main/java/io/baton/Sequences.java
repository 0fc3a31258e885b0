package io.baton;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows sequences and unblocks them. The jobs of a sequence run one at a time, in the order of their ids. They are enqueued with {@link
 * JobOptions#sequence} or {@link InSequence}. Applications should not implement this interface: methods may be added.
 */
public interface Sequences {

    /**
     * Returns sequences that are blocked by dead jobs, by name.
     *
     * @param after the name after which the list begins; null for the first one
     * @param limit the largest number of sequences, up to 1,000
     */
    List<SequenceDetails> blocked(@Nullable String after, int limit);

    /** Returns a sequence; empty if none of its jobs runs or waits. */
    Optional<SequenceDetails> inspect(String name);

    /**
     * Lets the next job run although the job whose turn it was is dead. That one stays dead; if it is revived, it runs before the others that still
     * wait.
     *
     * @return whether the sequence was blocked
     */
    boolean skip(String name);

    /**
     * Does the same, also for each of the waiting jobs that becomes dead later.
     *
     * @return how many jobs wait that do not block the sequence any more if they become dead
     */
    long skipAll(String name);

    /**
     * Cancels the jobs that wait behind the dead one. Jobs that are enqueued later run.
     *
     * @return whether the sequence was blocked
     */
    boolean cancelRest(String name);
}
