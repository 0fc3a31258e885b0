package io.baton.benchmark.node;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of a node: where the database is, and {@code name=value} pairs. */
record Settings(String url, Map<String, String> values) {

    private static final int CONNECTIONS = 10;

    static Settings of(String url, List<String> arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            values.put(parts[0], parts[1]);
        }
        return new Settings(url, values);
    }

    String get(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(get(name, String.valueOf(otherwise)));
    }

    Duration millis(String name) {
        return Duration.ofMillis(number(name, 0));
    }

    /** What fills the payloads of contestants that are given their size. */
    String filler() {
        return has("filler") ? Payload.filler(number("filler", 0)) : Payload.FILLER;
    }

    /** A pool as an application has it by default, larger only if more threads than that are requested. */
    HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(Math.max(CONNECTIONS, number("threads", 0) / 4));
        return new HikariDataSource(config);
    }
}
