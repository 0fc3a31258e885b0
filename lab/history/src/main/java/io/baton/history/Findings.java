package io.baton.history;

import java.util.ArrayList;
import java.util.List;

/** What the check of a promise has found. */
final class Findings {

    private static final int SHOWN = 10;

    final String promise;
    /** Cases that could have broken the promise. */
    long judged;

    long violations;
    long lost;
    long doubled;
    private final List<String> texts = new ArrayList<>();

    Findings(String promise) {
        this.promise = promise;
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

    /** Returns the first violations, and how many more there are. */
    List<String> texts() {
        List<String> all = new ArrayList<>(texts);
        if (violations > SHOWN) {
            all.add(promise + ": and " + (violations - SHOWN) + " more");
        }
        return all;
    }
}
