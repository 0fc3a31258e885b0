package io.baton.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * MySQL: the server that {@code BATON_TEST_MYSQL_URL} in the environment names, else a container. Makes databases as
 * {@code BATON_TEST_MYSQL_USER} with {@code BATON_TEST_MYSQL_PASSWORD}, which are root and nothing unless they say otherwise, and drops
 * them with the JVM.
 */
public final class MySqlServer {

    static final String MISSING = "BATON_TEST_MYSQL_URL names no server, and " + Docker.MISSING;

    private static final @Nullable String URL = System.getenv("BATON_TEST_MYSQL_URL");

    private MySqlServer() {}

    /** Returns whether there is a server, or a way to start one. */
    public static boolean isReachable() {
        return URL != null || Docker.answers();
    }

    static DatabaseServer start() {
        System.err.println("MySQL of the tests: " + (URL == null ? "container" : URL.replaceFirst("[?].*", "")));
        return URL == null ? Containers.mySql() : databasesBeside(URL);
    }

    private static DatabaseServer databasesBeside(String url) {
        DatabaseAccess administrator = new DatabaseAccess(
                url,
                Objects.requireNonNullElse(System.getenv("BATON_TEST_MYSQL_USER"), "root"),
                Objects.requireNonNullElse(System.getenv("BATON_TEST_MYSQL_PASSWORD"), ""));
        List<String> made = new ArrayList<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> drop(made, administrator), "drop-mysql-databases"));
        return name -> {
            // several JVMs may use the server at once
            String own = name + "_" + ProcessHandle.current().pid();
            DatabaseServer.create(administrator, own);
            made.add(own);
            return new DatabaseAccess(beside(url, own), administrator.user(), administrator.password());
        };
    }

    private static String beside(String url, String name) {
        return url.replaceFirst("^(jdbc:mysql://[^/]+/)[^?]*", "$1" + name);
    }

    private static void drop(List<String> names, DatabaseAccess administrator) {
        try (Connection connection = DatabaseServer.connect(administrator);
                Statement statement = connection.createStatement()) {
            for (String name : names) {
                statement.execute("DROP DATABASE IF EXISTS " + name);
            }
        } catch (SQLException e) {
            System.err.println("The test databases stay at " + administrator.url() + ": " + e.getMessage());
        }
    }
}
