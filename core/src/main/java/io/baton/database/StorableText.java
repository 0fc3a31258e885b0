package io.baton.database;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Makes text of a handler, such as an exception's message, storable on every database, and recognizes texts that are too long for a statement: to
 * send one would end the connection, like an outage of the database.
 */
public final class StorableText {

    /** A length that every server accepts; for longer texts, the limit of the server is read. */
    private static final int SMALL = 100_000;

    /** Bytes that are reserved for the rest of the statement. */
    private static final int REST = 100_000;

    private StorableText() {}

    /** Returns the text without zero characters, which PostgreSQL does not store, and without halves of surrogate pairs, which none stores. */
    public static String of(String text) {
        return new String(text.replace('\0', '\ufffd').getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Returns at most {@code length} characters, without zero characters or a split surrogate pair. */
    public static String of(String text, int length) {
        if (text.length() <= length) {
            return of(text);
        }
        boolean splits = Character.isHighSurrogate(text.charAt(length - 1));
        return of(text.substring(0, splits ? length - 1 : length));
    }

    /**
     * Returns whether a text can be stored. Every server accepts a small text; otherwise {@code store} decides in one of these transactions. If this
     * fails, the text counts as storable, and the later write fails.
     */
    public static boolean isStorable(String text, Transactions transactions, Predicate<String> store) {
        try {
            return text.length() <= SMALL || transactions.single(() -> store.test(text));
        } catch (DataAccessException | TransactionException e) {
            return true;
        }
    }

    /** Returns whether a statement on this database can contain the text, by an upper bound with the escape characters that drivers add. */
    public static boolean fits(String text, Database database) {
        return text.length() <= SMALL
                || text.chars().mapToLong(StorableText::bytes).sum() + REST <= database.largestStatement();
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
