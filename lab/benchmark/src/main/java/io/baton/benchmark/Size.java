package io.baton.benchmark;

/**
 * How much is measured.
 *
 * @param full whether all peers take part
 * @param rounds how often everything is measured
 * @param singles jobs that W1 enqueues one by one
 * @param bulk jobs that W1 enqueues at once
 * @param backlog jobs that W2 drains
 * @param samples jobs of one round of W3
 * @param inserts jobs of one round of M1 that are enqueued one by one during drains
 * @param unlocked jobs that a dead worker leaves behind
 * @param deep other jobs, ready, that W4 has in the way; as many, if they are not more than enough, are those of shares
 * @param future jobs of tomorrow that W4 has in the way
 * @param history ended jobs that W4 has in the way
 * @param saturated jobs that wait for one permit; a tenth of them wait in sequences
 * @param perKey jobs of each of 1,000 keys
 * @param items of one batch, which are no jobs
 * @param races of two calls that complete a batch between them
 * @param pinnedSeconds how long W4 works while a transaction is open
 * @param crashes how often W5 kills
 * @param idleSeconds how long W6 looks
 * @param spans how long {@code horizon} and {@code soak} look
 */
record Size(
        boolean full,
        int rounds,
        int singles,
        int bulk,
        int backlog,
        int samples,
        int inserts,
        int unlocked,
        int deep,
        int future,
        int history,
        int saturated,
        int perKey,
        int items,
        int races,
        int pinnedSeconds,
        int crashes,
        int idleSeconds,
        Spans spans) {

    /** Whether it is over in minutes, most of which are JVMs starting. */
    boolean quick() {
        return idleSeconds < 60;
    }

    /** Returns how many jobs contestants drain in each of many turns. */
    int turn() {
        return Math.min(backlog, 100_000);
    }

    static Size named(String name) {
        return switch (name) {
            case "tiny" ->
                new Size(
                        true,
                        1,
                        200,
                        1_000,
                        2_000,
                        10,
                        50,
                        2_000,
                        5_000,
                        5_000,
                        5_000,
                        5_000,
                        2,
                        20_000,
                        20,
                        3,
                        1,
                        3,
                        Spans.TINY);
            case "short" ->
                new Size(
                        false,
                        3,
                        3_000,
                        50_000,
                        50_000,
                        200,
                        1_000,
                        20_000,
                        100_000,
                        100_000,
                        200_000,
                        1_000_000,
                        10,
                        1_000_000,
                        400,
                        8,
                        1,
                        10,
                        Spans.SHORT);
            case "long" ->
                new Size(
                        true,
                        3,
                        20_000,
                        50_000,
                        200_000,
                        400,
                        2_000,
                        100_000,
                        5_000_000,
                        1_000_000,
                        10_000_000,
                        1_000_000,
                        100,
                        1_000_000,
                        400,
                        60,
                        5,
                        60,
                        Spans.LONG);
            default -> throw new IllegalArgumentException("Sizes are short and long (and tiny, to see that all works)");
        };
    }
}
