package io.baton.autoconfigure;

import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a driver needs to be told so that a network that swallows everything does not hold the engine for ever. */
final class DriverLimits {

    private static final Map<String, String> POSTGRES =
            Map.of("socketTimeout", "10", "connectTimeout", "5", "tcpKeepAlive", "true");

    private static final Map<String, String> MARIADB = Map.of("socketTimeout", "10000", "connectTimeout", "5000");

    private DriverLimits() {}

    /** This URL with the limits that neither it nor the properties set; as it is where there is no network. */
    static @Nullable String in(@Nullable String url, Properties properties) {
        if (url == null) {
            return null;
        }
        String more = of(url).entrySet().stream()
                .filter(limit -> !url.contains(limit.getKey()) && !properties.containsKey(limit.getKey()))
                .map(limit -> limit.getKey() + "=" + limit.getValue())
                .sorted()
                .collect(Collectors.joining("&"));
        return more.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + more;
    }

    private static Map<String, String> of(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return POSTGRES;
        }
        return url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:") ? MARIADB : Map.of();
    }
}
