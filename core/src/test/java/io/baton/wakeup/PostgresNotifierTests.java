package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.job.ReadyJobs;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** What reaches a server that somebody listens to. */
class PostgresNotifierTests {

    private static final String SELF = "01234567-0123-0123-0123-0123456789ab";

    private final HikariDataSource database = TestDatabase.POSTGRES.freshDatabase();
    private boolean autoCommit = true;
    private Runnable onConnection = () -> {};
    private final PostgresNotifier notifier = new PostgresNotifier(
            new DelegatingDataSource(database) {
                @Override
                public Connection getConnection() throws SQLException {
                    onConnection.run();
                    Connection connection = super.getConnection();
                    connection.setAutoCommit(autoCommit);
                    return connection;
                }
            },
            null,
            SELF);
    private Connection listening;

    @BeforeEach
    void listen() throws SQLException {
        listening = database.getConnection();
        try (Statement statement = listening.createStatement()) {
            statement.execute("LISTEN " + notifier.channel());
        }
    }

    @AfterEach
    void close() throws SQLException {
        listening.close();
        database.close();
    }

    private List<String> sent() throws SQLException, InterruptedException {
        notifier.turn();
        PGNotification[] received = listening.unwrap(PGConnection.class).getNotifications(60_000);
        return Stream.of(received).map(PGNotification::getParameter).toList();
    }

    @Test
    void many_commits_are_one_notification_for_each_queue() throws SQLException, InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            notifier.jobsAvailable(ReadyJobs.of("a", i % 10));
            notifier.jobsAvailable(ReadyJobs.of("b", i));
            notifier.jobsScheduled();
        }
        ReadyJobs ten = ReadyJobs.of("a", 0);
        for (int priority = 1; priority < 10; priority++) {
            ten = ten.and(ReadyJobs.of("a", priority));
        }
        assertThat(sent())
                .containsExactlyInAnyOrder(
                        WakeupMessage.available(SELF, ten),
                        WakeupMessage.available(SELF, ReadyJobs.outOfTurn("b")),
                        WakeupMessage.scheduled(SELF));
    }

    @Test
    void what_was_sent_is_not_sent_again() throws SQLException, InterruptedException {
        notifier.jobsAvailable(ReadyJobs.of("a", 1));
        assertThat(sent()).hasSize(1);
        notifier.jobsAvailable(ReadyJobs.of("a", 2));
        assertThat(sent()).containsExactly(WakeupMessage.available(SELF, ReadyJobs.of("a", 2)));
    }

    @Test
    void the_first_of_many_wakes_it() {
        int[] woken = {0};
        notifier.onWork(() -> woken[0]++);
        notifier.jobsScheduled();
        notifier.jobsAvailable(ReadyJobs.of("a"));
        notifier.jobsAvailable(ReadyJobs.of("b"));
        assertThat(woken).containsExactly(1);
    }

    @Test
    void a_connection_that_does_not_commit_by_itself_sends_too() throws SQLException, InterruptedException {
        autoCommit = false;
        notifier.jobsScheduled();
        assertThat(sent()).containsExactly(WakeupMessage.scheduled(SELF));
    }

    @Test
    void what_could_not_be_sent_goes_with_what_came_meanwhile() throws SQLException, InterruptedException {
        notifier.jobsAvailable(ReadyJobs.of("a", 1));
        onConnection = () -> {
            notifier.jobsAvailable(ReadyJobs.of("a", 2));
            throw new IllegalStateException("no connection");
        };
        assertThatThrownBy(notifier::turn).hasMessage("no connection");
        onConnection = () -> {};
        assertThat(sent())
                .containsExactlyInAnyOrder(
                        WakeupMessage.available(SELF, ReadyJobs.of("a", 1)),
                        WakeupMessage.available(SELF, ReadyJobs.of("a", 2)));
    }
}
