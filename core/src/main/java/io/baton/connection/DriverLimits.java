package io.baton.connection;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sets timeouts for a driver, so that neither a network that drops packets nor a locked row makes the engine wait for ever; a response after {@code
 * deadAfter} is too late anyway. If a URL names several hosts, they share the timeouts, since a heartbeat may wait until the driver has tried each
 * host. If one host accepts connections but does not respond, the first connection takes 4 s instead of 21 s on PostgreSQL, and 2 s instead of 5 s
 * on MariaDB; a worker counts as dead after 10 s.
 */
public final class DriverLimits {

    private static final long CONNECT_MILLIS = 5_000;
    private static final String SESSION = "sessionVariables";

    /** The timeout for one response during a login to PostgreSQL, which may need a hash or a request to another server. */
    private static final long LOGIN_ANSWER_MILLIS = 2_000;

    /** The timeout for row locks on MariaDB and MySQL, whose default is 50 s. On other databases each of Baton's transactions sets it. */
    private static final int LOCK_WAIT_SECONDS = 3;

    /** The timeout for locks of whole tables, whose default is a day. */
    private static final int TABLE_WAIT_SECONDS = 2;

    private static final String ANSWER = "socketTimeout";

    private static final Pattern IN_BRACKETS = Pattern.compile("\\([^)]*\\)");

    private static final String AMAZON = "aws-wrapper";
    private static final Pattern NAMES =
            Pattern.compile("jdbc:(?:(?:" + AMAZON + "|otel|p6spy|log4jdbc):)*(\\w+):.*", Pattern.DOTALL);

    private final String url;
    private final Kind kind;
    private final int hosts;
    private final long silence;

    private DriverLimits(String url, Duration deadAfter) {
        this.url = url;
        this.kind = Kind.of(url);
        this.hosts = hosts(url);
        this.silence = Math.max(1, deadAfter.toSeconds()) * 1_000;
    }

    /** Returns this URL with the timeouts that neither it nor the properties set; unchanged if the database has no network. */
    static @Nullable String in(@Nullable String url, Properties properties, Duration deadAfter) {
        return url == null ? null : new DriverLimits(url, deadAfter).beside(properties);
    }

    /** Returns whether these timeouts are shorter than {@code deadAfter}, so that they are right only until a connection is open. */
    static boolean areForConnectingOnly(@Nullable String url, Properties properties, Duration deadAfter) {
        if (url == null || url.contains(ANSWER) || properties.containsKey(ANSWER)) {
            return false;
        }
        DriverLimits limits = new DriverLimits(url, deadAfter);
        return limits.answerMillis() < limits.silence;
    }

    /**
     * Returns the URL with a label, by which an administrator distinguishes Baton's connections from the application's in the server's list of
     * sessions. Returns it unchanged if the URL or the properties set a label, or the database has none.
     */
    public static @Nullable String labelled(@Nullable String url, Properties properties, String worker) {
        if (url == null) {
            return null;
        }
        String label = worker.isBlank() ? "baton" : "baton:" + worker;
        return switch (Kind.of(url)) {
            case POSTGRES ->
                with(url, properties, Map.of("ApplicationName", URLEncoder.encode(label, StandardCharsets.UTF_8)));
            case MARIADB, MYSQL -> {
                String name = label.replaceAll("[^A-Za-z0-9._-]", "-");
                yield with(url, properties, Map.of("connectionAttributes", "program_name:" + name));
            }
            case OTHER -> url;
        };
    }

    /** Returns the URL with those of the parameters that neither it nor the properties set. */
    private static String with(String url, Properties properties, Map<String, String> parameters) {
        String more = parameters.entrySet().stream()
                .filter(each -> !url.contains(each.getKey()) && !properties.containsKey(each.getKey()))
                .map(each -> each.getKey() + "=" + each.getValue())
                .sorted()
                .collect(Collectors.joining("&"));
        return more.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + more;
    }

    private String beside(Properties properties) {
        // put them before the URL's own variables, which then have precedence
        String variables = SESSION + "=";
        return with(
                kind.isLikeMariaDb() ? url.replace(variables, variables + sessionLimits() + ",") : url,
                properties,
                limits());
    }

    private Map<String, String> limits() {
        Map<String, String> limits = new HashMap<>();
        if (kind != Kind.OTHER) {
            limits.put(ANSWER, time(answerMillis()));
            limits.put("connectTimeout", time(Math.min(CONNECT_MILLIS, hosts == 1 ? silence : hostMillis())));
        }
        if (kind == Kind.POSTGRES) {
            limits.put("loginTimeout", time(allHostsMillis()));
            limits.put("tcpKeepAlive", "true");
        }
        if (kind.isLikeMariaDb()) {
            limits.put(SESSION, sessionLimits());
            if (hosts > 1) {
                // the default is 120: connections in one driver, rounds over all hosts in the other
                limits.put("retriesAllDown", kind == Kind.MYSQL ? "1" : "" + hosts);
            }
        }
        return limits;
    }

    /** Returns the timeout of a response. With several hosts, the drivers of MySQL and PostgreSQL have no other timeout while they connect. */
    private long answerMillis() {
        return switch (hosts == 1 ? Kind.OTHER : kind) {
            case MYSQL -> hostMillis();
            // the driver tries a host that does not respond twice, with and without encryption; loginTimeout bounds
            // all attempts together
            case POSTGRES -> Math.min(silence, Math.max(LOGIN_ANSWER_MILLIS, whole(hostMillis() / 2)));
            case MARIADB, OTHER -> silence;
        };
    }

    private long hostMillis() {
        return allHostsMillis() / attempts();
    }

    /** Returns three quarters of the time. The rest is for the pauses of drivers between hosts. */
    private long allHostsMillis() {
        return silence * 3 / 4;
    }

    /** Returns the maximum number of connections that the driver tries, with the fewest retries that still reach the last host. */
    private int attempts() {
        return switch (kind) {
            case MARIADB -> 2 * hosts;
            case MYSQL -> hosts + 1;
            case POSTGRES, OTHER -> hosts;
        };
    }

    /**
     * Returns variables that end a wait for a lock before the timeout of the response. The third ends the transaction of a stopped worker, which may
     * hold the row of a limit. Only MariaDB has it; MySQL reads it as a comment.
     */
    private String sessionLimits() {
        long most = Math.max(1, silence / 1_000 - 1);
        return "innodb_lock_wait_timeout=" + Math.min(LOCK_WAIT_SECONDS, most) + ",lock_wait_timeout="
                + Math.min(TABLE_WAIT_SECONDS, most) + "/*M!,idle_transaction_timeout=8*/";
    }

    /** Returns a time as a parameter of the URL: in seconds for PostgreSQL, unless a wrapping driver takes milliseconds. */
    private String time(long millis) {
        return "" + Math.max(1, isInSeconds() ? millis / 1_000 : millis);
    }

    /** Returns the nearest time that a parameter of the URL can express. */
    private long whole(long millis) {
        return isInSeconds() ? Math.max(1, Math.round(millis / 1_000.0)) * 1_000 : millis;
    }

    private boolean isInSeconds() {
        return kind == Kind.POSTGRES && !url.contains(":" + AMAZON + ":");
    }

    private static int hosts(String url) {
        int start = url.indexOf("//");
        if (start < 0) {
            return 1;
        }
        String rest = IN_BRACKETS.matcher(url.substring(start + 2)).replaceAll("");
        String hosts = rest.split("[/?]", 2)[0];
        return 1 + (int) hosts.chars().filter(letter -> letter == ',').count();
    }

    /**
     * The driver that reads the parameters of a URL. The names of wrapping drivers before its name are ignored, except that of Testcontainers,
     * where a changed URL would start another container.
     */
    private enum Kind {
        POSTGRES,
        MARIADB,
        MYSQL,
        OTHER;

        static Kind of(String url) {
            Matcher names = NAMES.matcher(url);
            return switch (names.matches() ? names.group(1) : "") {
                case "postgresql" -> POSTGRES;
                case "mariadb" -> MARIADB;
                case "mysql" -> MYSQL;
                default -> OTHER;
            };
        }

        /** Returns whether the driver has the parameters of MariaDB's driver. */
        boolean isLikeMariaDb() {
            return this == MARIADB || this == MYSQL;
        }
    }
}
