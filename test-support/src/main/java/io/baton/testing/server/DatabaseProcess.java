package io.baton.testing.server;

/** A database server that was started here, on data of its own. Closing it stops it. */
public interface DatabaseProcess extends AutoCloseable {

    /** Kills it without a word; its data stays. */
    void kill();

    /** Starts it again on its data, and returns once it answers. */
    void restart();

    int port();

    /** Returns the URL of a database at this port, which may be that of a proxy before the server. */
    String url(int port, String database);

    /** Returns the URL of a database. */
    default String url(String database) {
        return url(port(), database);
    }

    /** Returns the name of the administrator, whose password is empty. */
    String user();

    /** Returns the number of the main process. */
    long pid();

    void createDatabase(String name);

    @Override
    void close();
}
