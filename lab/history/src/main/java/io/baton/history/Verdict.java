package io.baton.history;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Whether the promises held, and figures. */
public final class Verdict {

    private final List<Findings> findings = new ArrayList<>();
    private final Map<String, String> figures = new LinkedHashMap<>();

    Verdict() {}

    /** Adds what a check has found; to have judged nothing is a violation. */
    void add(Findings found) {
        if (found.judged == 0) {
            found.broken("nothing is proved, since the history has no case of it");
        }
        findings.add(found);
        figure("judged_" + found.promise, found.judged);
    }

    /** Adds the sums of what all checks have found. */
    void complete() {
        figure("lost", findings.stream().mapToLong(each -> each.lost).sum());
        figure("double", findings.stream().mapToLong(each -> each.doubled).sum());
        figure(
                "violations",
                findings.stream().mapToLong(each -> each.violations).sum());
    }

    void figure(String name, long value) {
        figures.put(name, Long.toString(value));
    }

    void figure(String name, double value) {
        figures.put(name, String.format(Locale.ROOT, "%.3f", value));
    }

    /** Returns the first ten violations of each promise. */
    public List<String> violations() {
        return findings.stream().flatMap(each -> each.texts().stream()).toList();
    }

    /** Returns figures by their names. */
    public Map<String, String> figures() {
        return figures;
    }

    /** Returns a figure that is a whole number. */
    public long figure(String name) {
        return Long.parseLong(Objects.requireNonNull(figures.get(name), name));
    }

    /** Prints violations and figures; returns whether there are no violations. */
    public boolean print(PrintStream out) {
        violations().forEach(violation -> out.println("VIOLATION " + violation));
        figures.forEach((name, value) -> out.println("figure history." + name + " " + value));
        out.flush();
        return violations().isEmpty();
    }
}
