package io.baton.worker;

/**
 * Limits the heap that payloads may take, in bytes as they are stored. The limit is a fraction, since each payload exists as text, as an object and
 * in the buffers of the driver for a while.
 *
 * @param running the limit of all large payloads whose jobs run
 * @param oneCall the limit of large payloads in one call of a handler, unless a single one is larger
 * @param waiting the limit of payloads that wait in the lane of one queue
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
