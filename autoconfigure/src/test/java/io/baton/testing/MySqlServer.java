package io.baton.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * MySQL: the server that the environment variable {@code BATON_TEST_MYSQL_URL} names, for example
 * {@code jdbc:mysql://127.0.0.1:3306/test?user=root&password=secret}, else a container. Its user makes databases, and drops them with the JVM.
 */
public final class MySqlServer {

    private static final @Nullable String URL = System.getenv("BATON_TEST_MYSQL_URL");

    private MySqlServer() {}

    /** Returns whether there is a server, or a way to start one. */
    public static boolean isReachable() {
        return URL != null || Docker.answers();
    }

    static DatabaseServer start() {
        return URL == null ? Containers.mySql() : databasesBeside(URL);
    }

    private static DatabaseServer databasesBeside(String url) {
        DatabaseAccess administrator = new DatabaseAccess(url, "root", "");
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
