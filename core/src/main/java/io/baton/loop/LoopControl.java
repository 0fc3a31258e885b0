package io.baton.loop;

import java.time.Duration;
import java.util.Optional;

/** What the owner of a repeated step can do with it, whatever gives the step its turns. */
public interface LoopControl {

    /** Starts the turns; they keep the process alive unless they are a daemon's. */
    void start(boolean daemon);

    /** Ends the rest, if the step rests, or leaves out the next one. */
    void wake();

    /** Lets the step under way end and starts no other; waits for that, within limits. */
    void stop(Duration patience);

    /** What made the last turns fail; empty while all is well. */
    Optional<Trouble> trouble();
}
