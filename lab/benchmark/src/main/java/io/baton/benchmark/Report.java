package io.baton.benchmark;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Gathers values by measure and entrant, and prints their medians and spreads, and the figures that are made of those. */
final class Report {

    private final PrintStream out;
    private final Map<String, Map<String, List<Double>>> measures = new LinkedHashMap<>();
    private final Map<String, Double> figures = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();

    Report(PrintStream out) {
        this.out = out;
    }

    void note(String text) {
        out.println("# " + text);
    }

    /** Adds a value and says so. */
    void add(String measure, Entrant entrant, double value) {
        put(measure, entrant, value);
        out.printf(Locale.ROOT, "  %-38s %-20s %14.4g%n", measure, entrant.name(), value);
    }

    /** Adds one of many values. */
    void put(String measure, Entrant entrant, double value) {
        measures.computeIfAbsent(measure, key -> new LinkedHashMap<>())
                .computeIfAbsent(entrant.name(), key -> new ArrayList<>())
                .add(value);
    }

    void failed(String workload, Exception failure) {
        failures.add(workload + ": " + failure);
        failure.printStackTrace(out);
    }

    void figure(String name, double value) {
        figures.put(name, value);
    }

    /** The median of one entrant in a measure. */
    void median(String figure, String measure, Entrant entrant) {
        figure(figure, spread(measure, entrant).median());
    }

    /** The median of one entrant divided by that of another; returns the figure. */
    double ratio(String figure, String measure, Entrant entrant, Entrant other) {
        double ratio =
                spread(measure, entrant).median() / spread(measure, other).median();
        figure(figure, ratio);
        return ratio;
    }

    /** The last value of one entrant in a measure divided by its first. */
    void growth(String figure, String measure, Entrant entrant) {
        List<Double> values = values(measure, entrant);
        figure(figure, values.get(values.size() - 1) / values.get(0));
    }

    Spread spread(String measure, Entrant entrant) {
        return Spread.of(values(measure, entrant));
    }

    private List<Double> values(String measure, Entrant entrant) {
        List<Double> values = measures.getOrDefault(measure, Map.of()).get(entrant.name());
        if (values == null) {
            throw new IllegalStateException(entrant.name() + " was not measured at " + measure);
        }
        return values;
    }

    /** Returns whether all went well. */
    boolean print() {
        out.printf("%n%-38s %-20s %12s %12s %12s %4s%n", "measure", "entrant", "median", "least", "most", "n");
        measures.forEach((measure, entrants) -> entrants.forEach((entrant, values) -> {
            Spread spread = Spread.of(values);
            out.printf(
                    Locale.ROOT,
                    "%-38s %-20s %12.4g %12.4g %12.4g %4d%n",
                    measure,
                    entrant,
                    spread.median(),
                    spread.least(),
                    spread.most(),
                    spread.count());
        }));
        out.println();
        failures.forEach(failure -> out.println("FAILED " + failure));
        figures.forEach((name, value) -> out.printf(Locale.ROOT, "figure %s %.4g%n", name, value));
        return failures.isEmpty();
    }
}
