package io.baton.loop;

import java.sql.SQLException;

/** Describes a failure by its classes and the database's codes. Leaves out messages, which may quote the values of a row. */
public final class FailureText {

    private static final int DEEPEST = 20;

    private FailureText() {}

    /** Returns the classes of the failure and of its root cause. */
    public static String of(Throwable failure) {
        Throwable root = root(failure);
        return root == failure ? named(failure) : named(failure) + ", caused by " + named(root);
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        for (int depth = 0; depth < DEEPEST && root.getCause() != null; depth++) {
            root = root.getCause();
            if (root instanceof SQLException) {
                return root;
            }
        }
        return root;
    }

    static String named(Throwable failure) {
        String name = failure.getClass().getName();
        return failure instanceof SQLException sql
                ? name + " (SQLState " + sql.getSQLState() + ", error code " + sql.getErrorCode() + ")"
                : name;
    }
}
