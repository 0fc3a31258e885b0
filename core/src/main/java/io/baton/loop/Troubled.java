package io.baton.loop;

import java.util.List;

/** A component whose parts repeat on their own and may fail. */
public interface Troubled {

    /** Returns the parts that fail now. */
    List<Trouble> troubles();
}
