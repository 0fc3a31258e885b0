package io.baton.engine;

import static io.baton.engine.EngineOnDatabase.LIMBO;
import static io.baton.engine.EngineOnDatabase.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** What other nodes are told of by one that enqueues and works; {@code single} runs one job at a time. */
class PostgresNeighboursTests {

    private static final int SENDER_AND_KIND = 37;

    private final EngineOnDatabase engine = new EngineOnDatabase(TestDatabase.POSTGRES);
    /** Queues with the priorities of their jobs before them. */
    private final List<String> messages = new ArrayList<>();

    private Connection neighbour;

    @BeforeEach
    void listen() throws SQLException {
        neighbour = DriverManager.getConnection(engine.access.url(), engine.access.user(), engine.access.password());
        try (Statement statement = neighbour.createStatement();
                ResultSet schema = statement.executeQuery("SELECT current_schema()::regnamespace::oid")) {
            schema.next();
            statement.execute("LISTEN baton_" + schema.getLong(1));
        }
    }

    @AfterEach
    void close() throws SQLException {
        neighbour.close();
        engine.close();
    }

    /** Until some job of this priority and queue was told of, alone or with others that are told of at once. */
    private void receiveUntil(int priority, String queue) throws SQLException {
        Pattern told = Pattern.compile("(-?\\d+,)*" + priority + "(,-?\\d+)*:" + Pattern.quote(queue));
        while (messages.stream().noneMatch(told.asMatchPredicate())) {
            PGNotification[] received = neighbour.unwrap(PGConnection.class).getNotifications((int) LIMIT.toMillis());
            assertThat(received).as("received, after " + messages).isNotEmpty();
            for (PGNotification notification : received) {
                messages.add(notification.getParameter().substring(SENDER_AND_KIND));
            }
        }
    }

    @Test
    void a_node_keeps_jobs_it_takes_and_publishes_those_not_served() throws Exception {
        Part part = engine.part(cue -> null);
        for (int i = 0; i < 5; i++) {
            engine.await(engine.enqueue(part.plain(i)), JobState.COMPLETED);
        }
        engine.enqueue(part.plain(5), LIMBO);
        receiveUntil(0, LIMBO);
        assertThat(messages).doesNotContain("0:" + part.runs.get(0).job().queue());
    }

    @Test
    void a_node_that_is_busy_tells_of_what_it_cannot_take() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Part part = engine.part(cue -> {
            end.await();
            return null;
        });
        try {
            engine.await(engine.enqueue(part.plain(0), "single"), JobState.CLAIMED);
            engine.jobs.enqueue(part.plain(1), job -> job.queue("single").priority(9));
            receiveUntil(9, "single");
        } finally {
            end.countDown();
        }
    }
}
