package io.baton.batch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

/** Opens batches and finds them. Each method runs in the transaction that its caller opened. */
public interface BatchOpenings {

    /** Makes a batch without a key; returns its id. */
    long make(boolean flow);

    /**
     * Makes a batch of this key; returns its id.
     *
     * @throws DuplicateKeyException if there is one; the transaction may be of no use then
     */
    long makeNew(String key);

    /**
     * Makes a batch unless there is one of this key; returns its id.
     *
     * @param parent the batch that it is to be an item of, if of one
     */
    long make(String key, @Nullable Long parent, boolean flow);

    /** Returns the batch that a batch is to be an item of but is not yet; empty if it is none, or is one already. */
    Optional<Long> awaitedParent(long batch);

    /** Makes a batch the item of this group. */
    void place(long batch, long group);

    /** Returns the batch whose item this one is; empty if it is none. */
    Optional<Long> parent(long batch);

    /** Returns the id of the batch of this key. */
    Optional<Long> find(String key);

    /** Returns how far a batch is. */
    Optional<FoundBatch> status(long batch);

    /** Returns whether there is any batch. */
    boolean isUsed();
}
