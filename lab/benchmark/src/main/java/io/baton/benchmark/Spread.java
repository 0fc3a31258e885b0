package io.baton.benchmark;

import java.util.Collection;
import java.util.List;

/** The median of some values, and between which they lie. */
record Spread(double median, double least, double most, int count) {

    static Spread of(Collection<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return new Spread(percentile(sorted, 50), sorted.get(0), sorted.get(sorted.size() - 1), sorted.size());
    }

    /** Between the two values around it, as far as it lies between them. */
    static double percentile(Collection<Double> values, double percent) {
        List<Double> sorted = values.stream().sorted().toList();
        double position = percent / 100 * (sorted.size() - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
    }
}
