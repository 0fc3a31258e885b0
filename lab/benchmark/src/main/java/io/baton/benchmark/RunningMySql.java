package io.baton.benchmark;

import io.baton.testing.server.DatabaseProcess;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The MySQL that {@code BATON_TEST_MYSQL_URL} in the environment names, which runs on this machine and is not started here. Its user is root. */
record RunningMySql(String host, int port, long pid) implements DatabaseProcess {

    private static final Pattern URL = Pattern.compile("jdbc:mysql://([^:/]+):(\\d+)/.*");

    /** Returns the server, if there is one. */
    static Optional<RunningMySql> find() {
        Matcher url = URL.matcher(
                Optional.ofNullable(System.getenv("BATON_TEST_MYSQL_URL")).orElse(""));
        Optional<ProcessHandle> process = ProcessHandle.allProcesses()
                .filter(each -> each.info().command().orElse("").endsWith("mysqld"))
                .findFirst();
        return url.matches()
                ? process.map(each -> new RunningMySql(url.group(1), Integer.parseInt(url.group(2)), each.pid()))
                : Optional.empty();
    }

    @Override
    public String url(int at, String database) {
        return "jdbc:mysql://" + host + ":" + at + "/" + database;
    }

    @Override
    public String user() {
        return "root";
    }

    @Override
    public void createDatabase(String name) {
        try {
            Server.execute(url("") + Server.MYSQL, "DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void kill() {
        throw new UnsupportedOperationException("It was not started here");
    }

    @Override
    public void restart() {
        throw new UnsupportedOperationException("It was not started here");
    }

    @Override
    public void close() {
        // it goes on
    }
}
