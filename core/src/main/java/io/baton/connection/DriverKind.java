package io.baton.connection;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The driver that takes the parameters of a JDBC URL. Wrapping drivers, whose name stands in front of its, are passed over; not that of
 * Testcontainers, where another URL is another container.
 */
enum DriverKind {
    POSTGRES("postgresql"),
    MARIADB("mariadb"),
    MYSQL("mysql"),
    OTHER("");

    private static final String AMAZON = "aws-wrapper";
    private static final Pattern NAMES =
            Pattern.compile("jdbc:(?:(?:" + AMAZON + "|otel|p6spy|log4jdbc):)*(\\w+):.*", Pattern.DOTALL);

    private final String name;

    DriverKind(String name) {
        this.name = name;
    }

    /** Returns the driver of this URL. */
    static DriverKind of(String url) {
        Matcher names = NAMES.matcher(url);
        if (names.matches()) {
            for (DriverKind kind : values()) {
                if (kind.name.equals(names.group(1))) {
                    return kind;
                }
            }
        }
        return OTHER;
    }

    /** Returns whether it takes the parameters of MariaDB's. */
    boolean isLikeMariaDb() {
        return this == MARIADB || this == MYSQL;
    }

    /** Returns a time as a parameter of this URL: in seconds for PostgreSQL, unless the wrapping driver takes milliseconds. */
    String time(String url, long millis) {
        return "" + Math.max(1, isInSeconds(url) ? millis / 1_000 : millis);
    }

    /** Returns the nearest time that a parameter of this URL can express. */
    long whole(String url, long millis) {
        return isInSeconds(url) ? Math.max(1, Math.round(millis / 1_000.0)) * 1_000 : millis;
    }

    private boolean isInSeconds(String url) {
        return this == POSTGRES && !url.contains(":" + AMAZON + ":");
    }
}
