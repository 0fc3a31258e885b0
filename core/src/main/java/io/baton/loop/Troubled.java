package io.baton.loop;

import java.time.Duration;
import java.util.List;

/** A component whose parts repeat on their own and may fail. */
public interface Troubled {

    List<Trouble> troubles();

    /** A part that has failed repeatedly for this time, with the text of the last failure, without values of rows. */
    record Trouble(String part, String failure, Duration lasting) {}
}
