package io.baton.benchmark;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collector;

/** How many jobs waited how long from the call of their enqueue to their start, by sixteenths of a doubling of microseconds. */
record Waits(Map<Integer, Long> counts) {

    private static final double BUCKETS_PER_DOUBLING = 16;

    /** As nodes write them: {@code bucket:count}. */
    static Waits of(Iterable<String> words) {
        Map<Integer, Long> counts = new TreeMap<>();
        for (String word : words) {
            int colon = word.indexOf(':');
            counts.put(Integer.parseInt(word.substring(0, colon)), Long.parseLong(word.substring(colon + 1)));
        }
        return new Waits(counts);
    }

    static Collector<Waits, ?, Waits> all() {
        return Collector.of(() -> new Waits(new TreeMap<>()), Waits::add, Waits::add);
    }

    private Waits add(Waits others) {
        others.counts.forEach((bucket, count) -> counts.merge(bucket, count, Long::sum));
        return this;
    }

    /** In milliseconds; 0 if there are none. */
    double percentile(double percent) {
        double left = counts.values().stream().mapToLong(Long::longValue).sum() * percent / 100;
        for (Map.Entry<Integer, Long> bucket : counts.entrySet()) {
            left -= bucket.getValue();
            if (left <= 0) {
                return Math.pow(2, (bucket.getKey() + 0.5) / BUCKETS_PER_DOUBLING) / 1_000;
            }
        }
        return 0;
    }
}
