package io.baton.benchmark.baton;

/** Shares with the weights 1, 2 and 4, which have as many jobs, or, of those that take 10 and 100 ms, as much to do: by a cycle of the index. */
public final class WeightedShares {

    private static final int CYCLE = 7;

    /** Ten of 10 ms for 1, two of 100 ms for 2, ten of 10 ms and three of 100 ms for 4. */
    private static final String MIXED = "1111111111" + "22" + "4444444444" + "444";

    private static final String LONG = "0000000000" + "11" + "0000000000" + "111";

    private WeightedShares() {}

    /** Returns how many jobs make a cycle. */
    public static int cycle(boolean mixed) {
        return mixed ? MIXED.length() : CYCLE;
    }

    public static int weight(int index, boolean mixed) {
        int place = index % cycle(mixed);
        return mixed ? Character.digit(MIXED.charAt(place), 10) : place < 1 ? 1 : place <= 2 ? 2 : 4;
    }

    public static int millis(int index, boolean mixed) {
        return !mixed ? 1 : LONG.charAt(index % cycle(true)) == '1' ? 100 : 10;
    }
}
