package io.baton.faults.cluster;

import io.baton.faults.Await;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.lang.CheckReturnValue;

/** Inserts a row again and again, by a connection without a pool, and so measures for how long the cluster takes no writes, and which of them it loses. */
final class WriteProbe implements AutoCloseable {

    private static final Duration BETWEEN_WRITES = Duration.ofMillis(50);
    private static final Duration LONGEST_WRITE = Duration.ofMinutes(1);

    private final String url;
    private final String user;
    private final List<Write> writes = new CopyOnWriteArrayList<>();
    private final Set<String> failures = new ConcurrentSkipListSet<>();
    private final Thread thread = new Thread(this::run, "write-probe");
    private volatile boolean stopped;
    private @Nullable Connection connection;

    WriteProbe(String url, String user) {
        this.url = url;
        this.user = user;
        thread.setDaemon(true);
    }

    /** A row whose insert was acknowledged. */
    private record Write(long number, long begin, long end) {}

    void start() {
        thread.start();
    }

    private void run() {
        for (long number = 1; !stopped; number++) {
            long begin = System.nanoTime();
            try {
                insert(number);
                writes.add(new Write(number, begin, System.nanoTime()));
            } catch (SQLException e) {
                failures.add(e.getErrorCode() + "/" + e.getSQLState());
                disconnect();
            }
            Await.pause(BETWEEN_WRITES);
        }
        disconnect();
    }

    /** Each number is inserted once, so a row that was not acknowledged may exist, and is not counted. */
    private void insert(long number) throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = DriverManager.getConnection(url, user, "");
            connection = current;
        }
        try (PreparedStatement insert = current.prepareStatement("INSERT INTO probe (number) VALUES (?)")) {
            insert.setLong(1, number);
            insert.executeUpdate();
        }
    }

    private void disconnect() {
        Connection current = connection;
        connection = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException e) {
                failures.add("close " + e.getErrorCode() + "/" + e.getSQLState());
            }
        }
    }

    /** Waits until a write was acknowledged that began after this time; returns whether one was in time. */
    @CheckReturnValue
    boolean awaitWriteAfter(long nanos, Duration patience) {
        return Await.until(() -> firstAfter(nanos) != 0, patience);
    }

    /** Returns when the first write was acknowledged that began after this time; zero if none was. */
    long firstAfter(long nanos) {
        long first = 0;
        for (int i = writes.size() - 1; i >= 0 && writes.get(i).begin() > nanos; i--) {
            first = writes.get(i).end();
        }
        return first;
    }

    /** Returns the longest time between two acknowledged writes since the last one before this time. */
    Duration longestGapSince(long nanos) {
        long longest = 0;
        for (int i = writes.size() - 1; i > 0 && writes.get(i).end() > nanos; i--) {
            longest = Math.max(longest, writes.get(i).end() - writes.get(i - 1).end());
        }
        return Duration.ofNanos(longest);
    }

    /** Returns how many rows do not exist although their insert was acknowledged: commits that the database has lost. */
    long lost(JdbcOperations jdbc) {
        Set<Long> found = new HashSet<>(jdbc.queryForList("SELECT number FROM probe", Long.class));
        return writes.stream().filter(write -> !found.contains(write.number())).count();
    }

    /** Returns the codes and SQL states of writes that failed. */
    Set<String> failures() {
        return new TreeSet<>(failures);
    }

    /** Ends the writes. */
    void stop() {
        stopped = true;
        try {
            thread.join(LONGEST_WRITE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
    }
}
