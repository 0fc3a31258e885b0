package io.baton.history;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Whether the promises held, and figures. */
public final class Verdict {

    private final List<Findings> findings;
    private final Map<String, String> figures = new LinkedHashMap<>();

    Verdict(List<Findings> findings, long jobs) {
        this.findings = findings;
        figures.put("jobs", Long.toString(jobs));
        figures.put("lost", sum(Findings::lostCount));
        figures.put("double", sum(Findings::doubledCount));
        figures.put("violations", sum(Findings::violationCount));
        for (Findings each : findings) {
            figures.put("judged_" + each.promise(), Long.toString(each.judgedCount()));
            figures.putAll(each.figures());
        }
    }

    private String sum(ToLongFunction<Findings> count) {
        return Long.toString(findings.stream().mapToLong(count).sum());
    }

    /** Returns the first ten violations of each promise. */
    public List<String> violations() {
        return findings.stream().flatMap(each -> each.texts().stream()).toList();
    }

    /** Returns figures by their names. */
    public Map<String, String> figures() {
        return figures;
    }

    /** Prints violations and figures; returns whether there are no violations. */
    public boolean print(PrintStream out) {
        violations().forEach(violation -> out.println("VIOLATION " + violation));
        figures.forEach((name, value) -> out.println("figure history." + name + " " + value));
        out.flush();
        return violations().isEmpty();
    }
}
