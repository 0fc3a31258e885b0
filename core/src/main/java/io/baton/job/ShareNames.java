package io.baton.job;

import org.jspecify.annotations.Nullable;

/**
 * The names under which jobs of shares are stored: that of the queue, then the share, then its part. What comes between is a control character, which
 * no name has and which sorts before all that names have, so that the shares of a queue lie behind it in the index of claims.
 */
public final class ShareNames {

    private static final char BEFORE_SHARE = '\u0001';
    private static final char AFTER_SHARE = '\u0002';
    private static final char LEVEL = '/';

    private ShareNames() {}

    /** Returns the stored name of a queue with a share, or of the queue if the share is null. */
    public static String of(String queue, @Nullable String share) {
        return share == null ? queue : queue + BEFORE_SHARE + share.replace(LEVEL, BEFORE_SHARE);
    }

    /** Returns the queue in a stored name. */
    public static String queue(String stored) {
        int end = stored.indexOf(BEFORE_SHARE);
        return end < 0 ? stored : stored.substring(0, end);
    }

    /** Returns an SQL expression for the queue in a column of stored names. */
    public static String queueIn(String column) {
        return "CASE POSITION('%1$s' IN %2$s) WHEN 0 THEN %2$s ELSE SUBSTRING(%2$s, 1, POSITION('%1$s' IN %2$s) - 1) END"
                .formatted(BEFORE_SHARE, column);
    }

    /** Returns the share in a stored name, with its part; null if there is none. */
    public static @Nullable String share(String stored) {
        int end = stored.indexOf(BEFORE_SHARE);
        return end < 0 ? null : stored.substring(end + 1).replace(BEFORE_SHARE, LEVEL);
    }

    /** Returns a share without its part. */
    public static String whole(String share) {
        int end = share.indexOf(LEVEL);
        return end < 0 ? share : share.substring(0, end);
    }

    /** Returns the end of the stored names of a queue with its shares, or of a share with its parts. */
    public static String end(String stored) {
        return stored + AFTER_SHARE;
    }

    /** Returns the stored name of the share of a queue, or the part of a share, that a stored name belongs to. */
    public static String within(String of, String stored) {
        int end = stored.indexOf(BEFORE_SHARE, Math.min(of.length() + 1, stored.length()));
        return end < 0 ? stored : stored.substring(0, end);
    }

    /** Returns the first name that may follow a share of a queue, or a part of a share; the shares of a queue follow the queue itself. */
    public static String after(String of, String share) {
        return share.equals(of) ? of + BEFORE_SHARE : end(within(of, share));
    }
}
