package io.baton.loop;

import java.time.Duration;

/** One turn of something that goes on for ever. A step never waits; it says how long the rest may be. */
@FunctionalInterface
public interface Step {

    /** Does what there is to do now; returns how long to rest unless woken, zero for not at all. */
    Duration turn() throws InterruptedException;
}
