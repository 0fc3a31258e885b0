package io.baton.faults;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a run measured, in the order it was measured. */
public final class Figures {

    private final String prefix;
    private final Map<String, String> values = new LinkedHashMap<>();

    /** Figures whose names start with this and a dot. */
    public Figures(String prefix) {
        this.prefix = prefix;
    }

    public void put(String name, long value) {
        values.put(name, Long.toString(value));
    }

    public void put(String name, double value) {
        values.put(name, String.format(Locale.ROOT, "%.1f", value));
    }

    /** With two digits more than other figures have. */
    public void ratio(String name, double value) {
        values.put(name, String.format(Locale.ROOT, "%.3f", value));
    }

    /** The lines a run ends in. */
    public void print() {
        values.forEach((name, value) -> System.out.println("figure " + prefix + "." + name + " " + value));
        System.out.flush();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
