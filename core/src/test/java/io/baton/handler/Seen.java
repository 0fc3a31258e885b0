package io.baton.handler;

import java.util.ArrayList;
import java.util.List;

/** What the handlers of a test did; static, since their beans are made by the context. */
final class Seen {

    private static final List<String> seen = new ArrayList<>();

    private Seen() {}

    static void forget() {
        seen.clear();
    }

    static void add(String what) {
        seen.add(what);
    }

    static List<String> all() {
        return List.copyOf(seen);
    }
}
