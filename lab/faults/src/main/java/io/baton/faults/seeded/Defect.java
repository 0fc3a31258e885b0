package io.baton.faults.seeded;

import java.util.List;

/**
 * What is wrong with statements, and with what is reported of commits.
 *
 * @param transaction a text of a statement by which the transactions are found whose commits are reported wrongly
 */
record Defect(List<Change> changes, Commits commits, String transaction) {

    Defect(Change... changes) {
        this(List.of(changes), Commits.TRUE, "");
    }

    Defect(Commits commits, String transaction, Change... changes) {
        this(List.of(changes), commits, transaction);
    }

    /** What is reported of some commits. */
    enum Commits {
        /** Their outcome. */
        TRUE,
        /** That they are committed, although they are rolled back. */
        LOST,
        /** That they are rolled back, although they are committed. */
        DENIED
    }

    /** Returns whether commits of transactions with this statement are reported wrongly. */
    boolean hits(String sql) {
        return sql.contains(transaction);
    }
}
