package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.loop.Troubled.Trouble;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** What the health is told of the two loops. */
@Timeout(180)
class RemoteWakeupsTests {

    private static final DataSource AWAY = new AbstractDataSource() {
        @Override
        public Connection getConnection() throws SQLException {
            throw new SQLException("the secret of a driver", "08001");
        }

        @Override
        public Connection getConnection(String username, String password) throws SQLException {
            return getConnection();
        }
    };

    private static List<String> inTrouble(RemoteWakeups wakeups) {
        return wakeups.troubles().stream().map(Trouble::part).toList();
    }

    @Test
    void a_listener_and_a_notifier_that_fail_are_told_of() {
        RemoteWakeups wakeups = RemoteWakeups.exchanging(AWAY, AWAY, null, new WakeupInbox());
        wakeups.start();
        try {
            wakeups.signal().jobsScheduled();
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(inTrouble(wakeups))
                    .containsExactlyInAnyOrder("baton-notify", "baton-listen"));
            assertThat(wakeups.troubles())
                    .allSatisfy(trouble ->
                            assertThat(trouble.failure()).contains("08001").doesNotContain("secret"));
        } finally {
            wakeups.stop();
        }
        assertThat(wakeups.troubles()).isEmpty();
    }

    @Test
    void who_only_sends_has_no_listener_to_tell_of() {
        RemoteWakeups wakeups = RemoteWakeups.sending(AWAY, null);
        wakeups.start();
        try {
            assertThat(wakeups.troubles()).isEmpty();
            wakeups.signal().jobsScheduled();
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(inTrouble(wakeups)).containsExactly("baton-notify"));
        } finally {
            wakeups.stop();
        }
    }
}
