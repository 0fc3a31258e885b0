package io.baton.benchmark.node;

/** What every job carries: its index and enough text to make about 100 bytes. */
public final class Payload {

    public static final String FILLER = "0123456789012345678901234567890123456789012345678901234567890123456789";

    private static final String BEFORE = "{\"index\":";
    private static final String AFTER = ",\"filler\":\"" + FILLER + "\"}";

    private Payload() {}

    public static String json(int index) {
        return BEFORE + index + AFTER;
    }

    static int index(String json) {
        int start = json.indexOf(':') + 1;
        return Integer.parseInt(json.substring(start, json.indexOf(',', start)).trim());
    }
}
