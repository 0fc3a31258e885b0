package io.baton.faults.story;

import io.baton.faults.Report;

/** One fault and what must hold in spite of it. */
interface Story {

    /** What its figures start with. */
    String name();

    /** Sets the scene, breaks something, and reports what became of it. */
    void tell(Scene scene, Report report);
}
