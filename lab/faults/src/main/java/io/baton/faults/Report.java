package io.baton.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The result of a run: its figures, and every invariant that did not hold. */
public record Report(Figures figures, List<String> violations) {

    /** A report without violations so far. */
    public static Report of(String prefix) {
        return new Report(new Figures(prefix), Collections.synchronizedList(new ArrayList<>()));
    }

    /** Records a violation unless an invariant holds. */
    public void check(boolean holds, String otherwise) {
        if (!holds) {
            violations.add(otherwise);
        }
    }

    /** Prints violations and figures; returns whether there are no violations. */
    public boolean print() {
        violations.forEach(violation -> System.out.println("VIOLATION " + violation));
        figures.print();
        return violations.isEmpty();
    }
}
