package io.baton.benchmark;

import java.util.List;
import java.util.stream.IntStream;

/** When the enqueue of a job began and ended, on the clock that all JVMs share; it has no end if it failed. */
record Insert(long start, long end) {

    /** As nodes write them down. */
    static List<Insert> of(long[] times) {
        return IntStream.range(0, times.length / 2)
                .mapToObj(i -> new Insert(times[2 * i], times[2 * i + 1]))
                .toList();
    }

    boolean failed() {
        return end == 0;
    }

    double millis() {
        return (end - start) / 1e6;
    }
}
