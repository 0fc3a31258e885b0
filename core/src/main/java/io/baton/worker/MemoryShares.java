package io.baton.worker;

/**
 * How much of the heap payloads may take, in bytes as they are stored: a fraction, since each is there as text, as an object and in the
 * buffers of the driver for a while.
 *
 * @param running of large payloads whose jobs run
 * @param oneCall of large payloads in one call of a handler, unless a single one is larger
 * @param waiting of payloads that wait in one queue's lane
 */
public record MemoryShares(long running, long oneCall, long waiting) {

    private static final int OF_HEAP = 16;
    private static final int CALLS = 4;

    /** Returns the shares of a heap of this size, for this many lanes. */
    public static MemoryShares of(long heap, int lanes) {
        long share = heap / OF_HEAP;
        return new MemoryShares(share, share / CALLS, share / Math.max(1, lanes));
    }
}
