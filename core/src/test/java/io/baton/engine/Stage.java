package io.baton.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Where handlers look up what the test at hand wants of them. Shared by all applications of a test. */
final class Stage {

    private final Map<String, Part> parts = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    Part part(Part.Script script) {
        Part part = new Part("part-" + count.incrementAndGet(), script);
        parts.put(part.name, part);
        return part;
    }

    Part part(String name) {
        Part part = parts.get(name);
        if (part == null) {
            throw new IllegalStateException("No test plays " + name + " any more");
        }
        return part;
    }

    /** The test is over; what is left of its jobs fails. */
    void clear() {
        parts.clear();
    }
}
