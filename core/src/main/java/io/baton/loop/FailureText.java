package io.baton.loop;

import java.sql.SQLException;
import java.util.List;

/** Describes a failure by its classes and the database's codes. Leaves out messages, which may quote the values of a row. */
public final class FailureText {

    private FailureText() {}

    /** Returns the classes of the failure and of its root cause. */
    public static String of(Throwable failure) {
        Throwable root = root(failure);
        return root == failure ? named(failure) : named(failure) + ", caused by " + named(root);
    }

    private static Throwable root(Throwable failure) {
        List<Throwable> causes = Causes.of(failure);
        return causes.stream()
                .skip(1)
                .filter(SQLException.class::isInstance)
                .findFirst()
                .orElseGet(() -> causes.get(causes.size() - 1));
    }

    static String named(Throwable failure) {
        String name = failure.getClass().getName();
        return failure instanceof SQLException sql
                ? name + " (SQLState " + sql.getSQLState() + ", error code " + sql.getErrorCode() + ")"
                : name;
    }
}
