package io.baton.connection;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose driver a JDBC URL leads to in the end, which takes the parameters. Some drivers only look at what passes and hand it on to another; their
 * name stands in front of its. Not that of Testcontainers: another URL is another container there.
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

    /** Returns the one that this URL leads to. */
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

    /** Whether it understands what MariaDB's does. */
    boolean isLikeMariaDb() {
        return this == MARIADB || this == MYSQL;
    }

    /** Returns a time as a parameter of this URL: PostgreSQL's are in seconds, unless a driver passes them on that takes milliseconds for all. */
    String time(String url, long millis) {
        return "" + Math.max(1, isInSeconds(url) ? millis / 1_000 : millis);
    }

    /** Returns a time that can be said in a parameter of this URL: the nearest to this one. */
    long whole(String url, long millis) {
        return isInSeconds(url) ? Math.max(1, Math.round(millis / 1_000.0)) * 1_000 : millis;
    }

    private boolean isInSeconds(String url) {
        return this == POSTGRES && !url.contains(":" + AMAZON + ":");
    }
}
