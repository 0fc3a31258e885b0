package io.baton.benchmark.node;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;

/** Makes a contestant's tables, once per database. */
final class Script {

    private Script() {}

    static void run(DataSource dataSource, String resource) throws Exception {
        String script = new ClassPathResource(resource).getContentAsString(StandardCharsets.UTF_8);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            if (empty(connection)) {
                statement.execute(script);
            }
        }
    }

    private static boolean empty(Connection connection) throws SQLException {
        try (var tables = connection.getMetaData().getTables(null, "public", "%", new String[] {"TABLE"})) {
            return !tables.next();
        }
    }
}
