package io.baton.benchmark.node;

/** A way to run jobs, set up as its own documentation says is fastest. Its workers are off until they are turned on. */
interface Contestant {

    /** Stores one job, in a transaction of its own. */
    void enqueue(int index) throws Exception;

    /** Stores the jobs from one index up to another in the fastest way there is. */
    void enqueueAll(int from, int to) throws Exception;

    void on() throws Exception;

    void off() throws Exception;

    /** Measures something by itself; returns what came of it, as numbers in one line. */
    default String measure(String what, int number) throws Exception {
        throw new UnsupportedOperationException(what);
    }
}
