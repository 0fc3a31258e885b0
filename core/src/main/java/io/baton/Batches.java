package io.baton;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Opens and finds batches, which detect the end of a fan-out: open a batch, add jobs or other items, and seal it. Once all of them have ended, a
 * further job starts. Applications should not implement this interface: methods may be added.
 */
public interface Batches {

    /** Opens a batch without a key. */
    Batch open();

    /**
     * Opens a batch, or finds the one that was opened with this key before.
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
     * Acknowledges all of the items or none. An item that has ended already is skipped. In a transaction of the caller, the call only records the
     * acknowledgements, and they take effect after the commit. If another transaction holds the batch, such as one that adds items, the call records
     * them without waiting, and they take effect shortly after that transaction has ended. Items of several batches are recorded together and take
     * effect batch by batch, beyond the first 100 batches shortly after the call.
     *
     * @param items ids of up to 10,000 items
     * @return the progress of the batches that have these items, in the order of their ids
     * @throws InvalidItemException if one is no id of an item, or there are more than 10,000
     * @throws UnknownBatchException if the batch of one does not exist any more, or was opened since the caller's transaction, which is not {@code READ
     *     COMMITTED}, began to read
     */
    List<BatchStatus> ack(Collection<String> items);
}
