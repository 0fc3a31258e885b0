package io.baton.autoconfigure;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a driver needs to be told so that a network that swallows everything does not hold the engine for ever. */
final class DriverLimits {

    private static final Map<String, String> POSTGRES =
            Map.of("socketTimeout", "10", "connectTimeout", "5", "tcpKeepAlive", "true");

    private static final Map<String, String> MARIADB = Map.of("socketTimeout", "10000", "connectTimeout", "5000");

    private DriverLimits() {}

    /** For this URL; nothing where the URL itself says so, or where there is no network. */
    static Map<String, String> of(@Nullable String url) {
        if (url == null || url.contains("socketTimeout")) {
            return Map.of();
        }
        if (url.startsWith("jdbc:postgresql:")) {
            return POSTGRES;
        }
        return url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:") ? MARIADB : Map.of();
    }
}
