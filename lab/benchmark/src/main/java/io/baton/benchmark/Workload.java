package io.baton.benchmark;

/** Something that contestants are measured at. */
@FunctionalInterface
interface Workload {

    void run(Bench bench) throws Exception;

    /** Whether the memory of JVMs is measured, which must not hold what others of this run have loaded. */
    default boolean measuresMemory() {
        return false;
    }
}
