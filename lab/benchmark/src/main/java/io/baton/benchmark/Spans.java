package io.baton.benchmark;

/**
 * How many seconds the parts of {@code horizon} and {@code soak} take.
 *
 * @param warmUp of all of them
 * @param clean traffic without anything beside it
 * @param pinned traffic beside a transaction that does nothing
 * @param recovery traffic after it
 * @param mixed traffic beside analytic queries
 * @param query of each of these
 * @param depth with each number of workers
 * @param soak in all
 */
record Spans(int warmUp, int clean, int pinned, int recovery, int mixed, int query, int depth, int soak) {

    static final Spans TINY = new Spans(1, 2, 3, 2, 3, 2, 1, 6);
    static final Spans SHORT = new Spans(5, 10, 30, 15, 60, 20, 5, 60);
    static final Spans LONG = new Spans(30, 60, 240, 180, 900, 120, 30, 3_600);
}
