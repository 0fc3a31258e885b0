package io.baton.database;

import java.util.function.Predicate;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Recognizes texts that are too long for a statement: sending one would end the connection, like an outage of the database. */
public record TextLimit(Database database) {

    /** Accepted by every server; for longer texts the limit is read. */
    private static final int SMALL = 100_000;

    /** For the rest of the statement. */
    private static final int REST = 100_000;

    /**
     * Returns whether a text can be stored: every server accepts a small one, a store decides on others, in a transaction of these. If that fails, the
     * text counts as storable, and writing it fails.
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

    /** Returns an upper bound, with the escapes that drivers add. */
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
