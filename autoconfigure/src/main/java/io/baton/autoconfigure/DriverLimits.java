package io.baton.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a driver needs to be told so that neither a network that swallows everything nor a row that somebody holds keeps the engine
 * waiting for ever: an answer that takes longer than the silence of a dead worker comes too late anyway.
 */
final class DriverLimits {

    private static final long CONNECT_SECONDS = 5;
    private static final String SESSION = "sessionVariables";

    /** Only for MariaDB and MySQL, whose default is 50 s; elsewhere each transaction of Baton's says it. */
    private static final String LOCK_WAIT = "innodb_lock_wait_timeout";

    /**
     * The second one is for locks of whole tables, whose default is a day. The third ends what a worker that stands still has locked, such as the
     * row of a limit; only MariaDB has it, and to MySQL it is a comment.
     */
    private static final String SESSION_LIMITS = LOCK_WAIT + "=3,lock_wait_timeout=2/*M!,idle_transaction_timeout=8*/";

    private static final Pattern IN_BRACKETS = Pattern.compile("\\([^)]*\\)");

    private DriverLimits() {}

    /** This URL with the limits that neither it nor the properties set; as it is where there is no network. */
    static @Nullable String in(@Nullable String url, Properties properties, Duration deadAfter) {
        if (url == null) {
            return null;
        }
        String limited = withSessionLimits(url);
        String more = of(url, Math.max(1, deadAfter.toSeconds())).entrySet().stream()
                .filter(limit -> !limited.contains(limit.getKey()) && !properties.containsKey(limit.getKey()))
                .map(limit -> limit.getKey() + "=" + limit.getValue())
                .sorted()
                .collect(Collectors.joining("&"));
        return more.isEmpty() ? limited : limited + (limited.contains("?") ? "&" : "?") + more;
    }

    /** Before the variables that the URL sets itself, so that those count. */
    private static String withSessionLimits(String url) {
        return isMariaDb(url) ? url.replace(SESSION + "=", SESSION + "=" + SESSION_LIMITS + ",") : url;
    }

    private static Map<String, String> of(String url, long seconds) {
        int hosts = hosts(url);
        long connect = Math.max(1, Math.min(seconds, CONNECT_SECONDS) / hosts);
        if (url.startsWith("jdbc:postgresql:")) {
            return Map.of("socketTimeout", "" + seconds, "connectTimeout", "" + connect, "tcpKeepAlive", "true");
        }
        return isMariaDb(url) ? ofMariaDb(url, seconds, connect, hosts) : Map.of();
    }

    private static Map<String, String> ofMariaDb(String url, long seconds, long connect, int hosts) {
        Map<String, String> limits = new HashMap<>();
        limits.put("socketTimeout", "" + seconds * 1000);
        limits.put("connectTimeout", "" + connect * 1000);
        limits.put(SESSION, SESSION_LIMITS);
        if (hosts > 1) {
            // 120 unless told otherwise: connections in one driver, rounds of all hosts in the other
            limits.put("retriesAllDown", url.startsWith("jdbc:mysql:") ? "1" : "" + (hosts + 1));
        }
        return limits;
    }

    /** How many hosts the URL names, each of which the driver may try in turn while a beat waits. */
    private static int hosts(String url) {
        int start = url.indexOf("//");
        if (start < 0) {
            return 1;
        }
        String rest = IN_BRACKETS.matcher(url.substring(start + 2)).replaceAll("");
        int end = rest.indexOf('/');
        String hosts = end < 0 ? rest : rest.substring(0, end);
        return 1 + (int) hosts.chars().filter(letter -> letter == ',').count();
    }

    private static boolean isMariaDb(String url) {
        return url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:");
    }
}
