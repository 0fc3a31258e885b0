package io.baton.faults.chaos;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The result of every enqueue, as its client knows it. */
final class EnqueueHistory {

    private final Map<Long, Sent> sent = new ConcurrentHashMap<>();
    private final AtomicLong acknowledged = new AtomicLong();

    /** How an operation ended for its client. */
    enum Result {
        /** It happened. */
        OK,
        /** It did not happen. */
        FAIL,
        /** It is not known. */
        INFO
    }

    /**
     * One enqueue.
     *
     * @param ledger whether a row of the application's own was written in the same transaction
     */
    record Sent(long item, String type, Result result, boolean ledger) {}

    void add(List<Sent> operation) {
        operation.forEach(one -> sent.put(one.item(), one));
        acknowledged.addAndGet(
                operation.stream().filter(one -> one.result() == Result.OK).count());
    }

    long acknowledged() {
        return acknowledged.get();
    }

    Collection<Sent> all() {
        return sent.values();
    }

    long count(Result result) {
        return sent.values().stream().filter(one -> one.result() == result).count();
    }
}
