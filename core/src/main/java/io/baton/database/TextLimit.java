package io.baton.database;

import java.util.function.Predicate;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Tells texts that a statement cannot carry: sending one would end the connection, as if the database were away. */
public record TextLimit(Database database) {

    /** What every server takes; only for more is it asked. */
    private static final int SMALL = 100_000;

    /** For the rest of the statement. */
    private static final int REST = 100_000;

    /**
     * Returns whether a text can be stored: what every server takes, and otherwise what a store says in a transaction of these. If nobody can say, whoever
     * writes it finds out.
     */
    public static boolean isStorable(String text, Transactions transactions, Predicate<String> store) {
        try {
            return isSmall(text) || transactions.single(() -> store.test(text));
        } catch (DataAccessException | TransactionException e) {
            return true;
        }
    }

    private static boolean isSmall(String text) {
        return text.length() <= SMALL;
    }

    /** Returns whether a statement of this connection can carry the text. */
    public boolean holds(String text) {
        return isSmall(text) || bytes(text) + REST <= database.largestStatement();
    }

    /** At most, with the escapes that drivers add. */
    private static long bytes(String text) {
        return text.chars().mapToLong(TextLimit::bytes).sum();
    }

    private static int bytes(int letter) {
        if (letter < ' ' || letter == '\'' || letter == '"' || letter == '\\') {
            return 2;
        }
        if (letter < 0x80) {
            return 1;
        }
        return letter < 0x800 || Character.isSurrogate((char) letter) ? 2 : 3;
    }
}
