package io.baton.benchmark;

/** Something that contestants are measured at. */
@FunctionalInterface
interface Workload {

    void run(Bench bench) throws Exception;
}
