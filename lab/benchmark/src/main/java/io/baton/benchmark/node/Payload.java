package io.baton.benchmark.node;

import java.util.Random;

/** What every job carries: its index and enough text to make about 100 bytes. */
public final class Payload {

    public static final String FILLER = "0123456789012345678901234567890123456789012345678901234567890123456789";

    private static final String BEFORE = "{\"index\":";
    private static final String BETWEEN = ",\"filler\":\"";
    private static final String AFTER = "\"}";
    private static final int LETTERS = 26;

    private Payload() {}

    public static String json(int index) {
        return json(index, FILLER);
    }

    static String json(int index, String filler) {
        return BEFORE + index + BETWEEN + filler + AFTER;
    }

    /** So many letters, the same ones each time, of which no database makes fewer. */
    public static String filler(int length) {
        return new Random(length)
                .ints(length, 'a', 'a' + LETTERS)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    static int index(String json) {
        int start = json.indexOf(':') + 1;
        return Integer.parseInt(json.substring(start, json.indexOf(',', start)).trim());
    }
}
