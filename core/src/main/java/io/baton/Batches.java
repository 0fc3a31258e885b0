package io.baton;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Opens and finds batches, which detect the end of a fan-out: open a batch, add jobs or other items, seal it, and a job of its own starts once when
 * all of them have ended. Not meant to be implemented by applications: more may be added.
 */
public interface Batches {

    /** Opens a batch without a key. */
    Batch open();

    /**
     * Opens a batch, or finds the one that was opened by this key before.
     *
     * @throws BatonException if the key is not of 1 to 200 characters, or has control characters
     */
    Batch open(String key);

    /** Returns the batch of this id, if there is one. */
    Optional<Batch> find(BatchId id);

    /**
     * Returns the batch of this key, if there is one.
     *
     * @throws BatonException if no batch can have this key
     */
    Optional<Batch> find(String key);

    /**
     * Acknowledges items, all or none of them; those that have ended before have no effect. In a transaction of the caller's this is only
     * recorded, and takes effect after the commit. So it is while another transaction holds the batch, such as one that adds to it: the call
     * does not wait for that, and what it recorded takes effect shortly after that transaction has ended. Items of several batches are recorded
     * together and take effect batch by batch, those beyond the first 100 batches shortly after the call.
     *
     * @param items ids of up to 10,000 items
     * @return how far the batches are that the items belong to, in the order of their ids
     * @throws InvalidItemException if one is no id of an item, or there are more than 10,000
     * @throws UnknownBatchException if the batch of one does not exist any more, or was opened since the caller's transaction, which is not {@code READ
     *     COMMITTED}, began to read
     */
    List<BatchStatus> ack(Collection<String> items);
}
