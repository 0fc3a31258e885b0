package io.baton.connection;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Labels Baton's own connections, so that an administrator can distinguish them from the application's in the server's list of sessions. */
public final class ConnectionLabel {

    private static final String POSTGRES = "ApplicationName";
    private static final String MARIA = "connectionAttributes";

    private ConnectionLabel() {}

    /** Returns the URL with the label, unless it or the properties set one, or the database knows none. */
    public static @Nullable String in(@Nullable String url, Properties properties, String worker) {
        if (url == null) {
            return null;
        }
        DriverKind kind = DriverKind.of(url);
        if (kind == DriverKind.POSTGRES) {
            String label = worker.isBlank() ? "baton" : "baton:" + worker;
            return with(url, properties, POSTGRES, URLEncoder.encode(label, StandardCharsets.UTF_8));
        }
        if (kind.isLikeMariaDb()) {
            String label = worker.isBlank() ? "baton" : "baton-" + worker.replaceAll("[^A-Za-z0-9._-]", "-");
            return with(url, properties, MARIA, "program_name:" + label);
        }
        return url;
    }

    private static String with(String url, Properties properties, String parameter, String value) {
        return url.contains(parameter) || properties.containsKey(parameter)
                ? url
                : url + (url.contains("?") ? "&" : "?") + parameter + "=" + value;
    }
}
