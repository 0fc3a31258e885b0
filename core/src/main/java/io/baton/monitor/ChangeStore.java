package io.baton.monitor;

import java.util.List;
import java.util.Map;

/** Stores what operators changed. */
public interface ChangeStore {

    /** The names by which changes are searched. */
    List<String> TERMS = List.of("resource", "target", "principal");

    /** Writes a change, at the present time of the database. Texts are cut to the width of their columns. */
    void write(Change change);

    /**
     * Returns changes with these texts, the newest first.
     *
     * @param before the id before which they are
     * @param terms by their names, some of {@link #TERMS}
     */
    List<Change> newest(long before, Map<String, String> terms, int limit);

    /** Removes up to this many rows that are older than 90 days, or than 10,000 others; returns how many. */
    int purge(int limit);
}
