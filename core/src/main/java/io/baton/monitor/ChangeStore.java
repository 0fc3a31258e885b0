package io.baton.monitor;

import java.util.List;
import java.util.Map;

/** Stores the changes of operators. */
public interface ChangeStore {

    /** The names of the terms by which changes are searched. */
    List<String> TERMS = List.of("resource", "target", "principal");

    /** Writes a change with the time of the database. Cuts texts to the width of their columns. */
    void write(Change change);

    /**
     * Returns changes that match these terms, the newest first.
     *
     * @param before the id that all returned ids are below
     * @param terms the wanted values by name, which is one of {@link #TERMS}
     */
    List<Change> newest(long before, Map<String, String> terms, int limit);

    /** Removes up to this many rows that are older than 90 days, or than the newest 10,000. Returns how many. */
    int purge(int limit);
}
