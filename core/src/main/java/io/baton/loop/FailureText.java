package io.baton.loop;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes a failure by its classes, the database's codes and the table of a missing right. Omits messages, which may contain values of rows. */
public final class FailureText {

    /** Codes for a missing right: PostgreSQL's; MariaDB's and MySQL's for a database, table, column or server privilege; H2's. */
    private static final Set<String> NO_RIGHT = Set.of("42501", "1044", "1142", "1143", "1227", "90096", "90040");

    private static final Pattern TABLE = Pattern.compile("baton_[a-z_]+", Pattern.CASE_INSENSITIVE);

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
        if (failure instanceof SQLException sql) {
            return name + " (SQLState " + sql.getSQLState() + ", error code " + sql.getErrorCode() + ")" + right(sql);
        }
        return failure instanceof ExplainedException ? LogText.of(String.valueOf(failure.getMessage())) : name;
    }

    private static String right(SQLException failure) {
        Matcher table = TABLE.matcher(String.valueOf(failure.getMessage()));
        return lacksRight(failure) && table.find()
                ? ": the database user lacks SELECT, INSERT, UPDATE or DELETE on " + table.group()
                        + " and needs all four"
                : "";
    }

    /** Returns whether a statement was refused because the user may not run it. */
    public static boolean lacksRight(SQLException failure) {
        return NO_RIGHT.contains(String.valueOf(failure.getSQLState()))
                || NO_RIGHT.contains("" + failure.getErrorCode());
    }

    /** A failure whose message is Baton's own and contains no value of a row, so that logs and the health endpoint may show it. */
    public static final class ExplainedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public ExplainedException(String message) {
            super(message);
        }
    }
}
