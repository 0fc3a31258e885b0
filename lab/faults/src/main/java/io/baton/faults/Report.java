package io.baton.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a run came to: its figures, and every invariant that did not hold. */
public record Report(Figures figures, List<String> violations) {

    /** A report without violations so far. */
    public static Report of(String prefix) {
        return new Report(new Figures(prefix), Collections.synchronizedList(new ArrayList<>()));
    }

    /** An invariant, and whether it holds. */
    public void check(boolean holds, String otherwise) {
        if (!holds) {
            violations.add(otherwise);
        }
    }

    /** Says everything, the figures last. Returns whether all is well. */
    public boolean print() {
        violations.forEach(violation -> System.out.println("VIOLATION " + violation));
        figures.print();
        return violations.isEmpty();
    }
}
