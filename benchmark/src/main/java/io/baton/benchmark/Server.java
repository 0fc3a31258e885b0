package io.baton.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A database server that is there for this run only. */
interface Server extends AutoCloseable {

    /** The JDBC URL of one of its databases. */
    String url(String database);

    /** The main process. */
    long process();

    /** An existing database, for administration. */
    String administration();

    /** After a lot was written: as the server would do by itself sooner or later. */
    String tidyUp();

    @Override
    void close();

    /** Makes a database, in place of one that is there from before, and answers its URL. */
    default String create(String database) throws SQLException {
        execute(url(administration()), "DROP DATABASE IF EXISTS " + database);
        execute(url(administration()), "CREATE DATABASE " + database);
        return url(database);
    }

    static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    static long number(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            return number(connection, sql);
        }
    }
}
