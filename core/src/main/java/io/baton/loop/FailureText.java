package io.baton.loop;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Describes a failure by its classes, the database's codes and the table of a missing right. Omits messages, which may contain values of rows. Also
 * reads its causes, and recognizes outages.
 */
public final class FailureText {

    /** Codes for a missing right: PostgreSQL's; MariaDB's and MySQL's for a database, table, column or server privilege; H2's. */
    private static final Set<String> NO_RIGHT = Set.of("42501", "1044", "1142", "1143", "1227", "90096", "90040");

    private static final Pattern TABLE = Pattern.compile("baton_[a-z_]+", Pattern.CASE_INSENSITIVE);
    private static final int MOST_CAUSES = 20;

    private FailureText() {}

    /** Returns the classes of the failure and of its root cause. */
    public static String of(Throwable failure) {
        Throwable root = root(failure);
        return root == failure ? named(failure) : named(failure) + ", caused by " + named(root);
    }

    /** Returns the failure, its cause, the cause of its cause and so on; at most twenty, since they may form a circle. */
    public static List<Throwable> causes(@Nullable Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable each = failure; each != null && causes.size() < MOST_CAUSES; each = cause(each)) {
            causes.add(each);
        }
        return causes;
    }

    /** Returns the cause. The method is one of the application's class, and may itself fail; the job needs an outcome all the same. */
    private static @Nullable Throwable cause(Throwable failure) {
        try {
            return failure.getCause();
        } catch (Throwable e) {
            return null;
        }
    }

    /** Returns whether the database was unavailable, so that the same operation may succeed later. */
    public static boolean isOutage(RuntimeException failure) {
        return failure instanceof TransientDataAccessException
                || failure instanceof RecoverableDataAccessException
                || failure instanceof NonTransientDataAccessResourceException
                || failure instanceof CannotCreateTransactionException;
    }

    private static Throwable root(Throwable failure) {
        List<Throwable> causes = causes(failure);
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

        public ExplainedException(String message) {
            super(message);
        }
    }
}
