package io.baton.batch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

/** Opens batches and finds them. Each method runs in the transaction of its caller. */
public interface BatchOpenings {

    /** Creates a batch without a key; returns its id. */
    long make(boolean flow);

    /**
     * Creates a batch with this key; returns its id.
     *
     * @throws DuplicateKeyException if there is one; some databases then refuse further statements of the transaction
     */
    long makeNew(String key);

    /**
     * Creates a batch unless there is one with this key; returns its id.
     *
     * @param parent the batch that it is to be an item of, if any
     */
    long make(String key, @Nullable Long parent, boolean flow);

    /** Returns the batch that this one is to become an item of; empty if it is to be none, or is one already. */
    Optional<Long> awaitedParent(long batch);

    /** Makes a batch an item of this group. */
    void place(long batch, long group);

    /** Returns the batch whose item this one is; empty if it is none. */
    Optional<Long> parent(long batch);

    /** Returns the id of the batch with this key. */
    Optional<Long> find(String key);

    /** Returns the status of a batch. */
    Optional<FoundBatch> status(long batch);

    /** Returns whether there is any batch. */
    boolean isUsed();
}
