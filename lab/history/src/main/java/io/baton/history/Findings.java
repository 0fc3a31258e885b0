package io.baton.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the check of a promise has found. */
final class Findings {

    private static final int SHOWN = 10;

    private final String promise;
    private final List<String> texts = new ArrayList<>();
    private final Map<String, String> figures = new LinkedHashMap<>();
    private long judged;
    private long violations;
    private long lost;
    private long doubled;

    Findings(String promise) {
        this.promise = promise;
    }

    /** Counts a case that could have broken the promise. */
    void judged() {
        judged++;
    }

    void lost(String text) {
        lost++;
        broken(text);
    }

    void doubled(String text) {
        doubled++;
        broken(text);
    }

    void broken(String text) {
        violations++;
        if (texts.size() < SHOWN) {
            texts.add(promise + ": " + text);
        }
    }

    void figure(String name, long value) {
        figures.put(name, Long.toString(value));
    }

    void figure(String name, double value) {
        figures.put(name, String.format(Locale.ROOT, "%.3f", value));
    }

    /** Adds that there was nothing to judge, if so. */
    void complete() {
        if (judged == 0) {
            broken("nothing is proved, since the history has no case of it");
        }
    }

    long judgedCount() {
        return judged;
    }

    long lostCount() {
        return lost;
    }

    long doubledCount() {
        return doubled;
    }

    long violationCount() {
        return violations;
    }

    Map<String, String> figures() {
        return figures;
    }

    String promise() {
        return promise;
    }

    /** Returns the first violations, and how many more there are. */
    List<String> texts() {
        List<String> all = new ArrayList<>(texts);
        if (violations > SHOWN) {
            all.add(promise + ": and " + (violations - SHOWN) + " more");
        }
        return all;
    }
}
