package io.baton.faults.story;

import io.baton.faults.Report;

/** One fault and what must hold in spite of it. */
interface Story {

    /** What its figures start with. */
    String name();

    /** Whether it can be told on MariaDB as well, past Baton in words that both databases know. */
    default boolean onMariaDb() {
        return false;
    }

    /** Sets the scene, breaks something through it, and reports what became of it. */
    void tell(Scene scene, Report report);
}
