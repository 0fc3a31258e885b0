package io.baton.faults.crash;

import java.util.ArrayList;
import java.util.List;

/**
 * A place in the road of a job where something can happen.
 *
 * @param verb the verb of a store, or a place in a handler
 */
record Point(When when, String verb) {

    /** On which side of the verb. */
    enum When {
        BEFORE,
        AFTER,
        BEFORE_COMMIT_OF,
        AFTER_COMMIT_OF
    }

    static final String SETTLE_IN_HANDLER = "settle-in-handler";
    static final String HANDLER = "handler";
    static final String EFFECT = "effect";

    static List<Point> all() {
        List<Point> points = new ArrayList<>();
        points.add(new Point(When.BEFORE, HANDLER));
        points.add(new Point(When.AFTER, EFFECT));
        around(points, SETTLE_IN_HANDLER);
        points.add(new Point(When.BEFORE, "claim"));
        points.add(new Point(When.AFTER, "claim"));
        points.add(new Point(When.BEFORE, "settle"));
        points.add(new Point(When.AFTER, "settle"));
        around(points, "insertAll");
        around(points, "insert");
        inOwnTransaction(points, "promoteDue");
        inOwnTransaction(points, "unlock");
        points.add(new Point(When.BEFORE, "declareDead"));
        points.add(new Point(When.AFTER, "declareDead"));
        points.add(new Point(When.BEFORE, "take"));
        points.add(new Point(When.AFTER, "take"));
        points.add(new Point(When.AFTER, "register"));
        points.add(new Point(When.AFTER_COMMIT_OF, "register"));
        points.add(new Point(When.BEFORE, "deregister"));
        points.add(new Point(When.AFTER_COMMIT_OF, "deregister"));
        return points;
    }

    private static void inOwnTransaction(List<Point> points, String verb) {
        points.add(new Point(When.BEFORE, verb));
        points.add(new Point(When.AFTER, verb));
        points.add(new Point(When.AFTER_COMMIT_OF, verb));
    }

    private static void around(List<Point> points, String verb) {
        for (When when : When.values()) {
            points.add(new Point(when, verb));
        }
    }

    @Override
    public String toString() {
        return (when + " " + verb).toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
