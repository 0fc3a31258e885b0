package io.baton.loop;

import java.util.List;

/** Something with parts that go on by themselves and may fail. */
public interface Troubled {

    /** Those of its parts that fail at the moment, the first failure included. */
    List<Trouble> troubles();
}
