package io.baton.loop;

import java.util.List;

/** A component whose parts repeat on their own and may fail. */
public interface Troubled {

    List<Trouble> troubles();
}
