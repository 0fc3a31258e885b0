package io.baton.modulith;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event as it is sent. Applications should not implement this interface: methods may be added. */
public interface ExternalizedMessage {

    /** Returns an id that stays the same if the event is sent again, by which consumers ignore a repetition. */
    String id();

    /** Returns the target that {@code @Externalized} or the configuration names, such as a topic. */
    String target();

    /** Returns the key that {@code @Externalized} or the configuration names; null if there is none. */
    @Nullable
    String key();

    /** Returns the simple name of the event's class. */
    String type();

    /** Returns the event, or what it was mapped to, as JSON; a text as it is. */
    String body();

    /** Returns the headers that the configuration adds, as texts. */
    Map<String, String> headers();
}
