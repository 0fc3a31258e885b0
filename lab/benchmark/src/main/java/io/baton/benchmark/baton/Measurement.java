package io.baton.benchmark.baton;

/** A bean that measures something within the application when the driver requests it by its name. */
@FunctionalInterface
public interface Measurement {

    /** Does something so often, or with so many; returns what came of it, as numbers in one line. */
    String measure(int number) throws Exception;
}
