package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.loop.FailureText;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A forgotten transaction, such as that of an administrator, has changed the rows of workers and does not end. */
@OnEachDatabase
class HeldWorkerRowTests {

    private static StoreOnDatabase store(TestDatabase kind) {
        return kind == TestDatabase.MARIADB || kind == TestDatabase.MYSQL
                ? new StoreOnDatabase(kind, "sessionVariables=innodb_lock_wait_timeout=1")
                : new StoreOnDatabase(kind);
    }

    @Test
    void a_heartbeat_says_which_session_holds_its_row(TestDatabase kind) {
        try (StoreOnDatabase on = store(kind);
                HeldTransaction held = on.hold()) {
            long worker = on.register("short-lived", "q");
            Object session = held.call(() -> {
                on.sql.update("UPDATE baton_worker SET name = 'changed'");
                return on.sql.queryForObject(
                        switch (kind) {
                            case H2 -> "SELECT SESSION_ID()";
                            case POSTGRES -> "SELECT pg_backend_pid()";
                            default -> "SELECT CONNECTION_ID()";
                        },
                        Integer.class);
            });
            Pulses pulses = on.pulses();
            Throwable failure = catchThrowable(() -> pulses.take(worker, Set.of("q")));
            assertThat(FailureText.of(failure))
                    .contains("claims no job")
                    .containsPattern("(pid|connection|session) " + session + "\\b");
            held.rollback();
            assertThat(pulses.take(worker, Set.of("q")).alive()).isTrue();
        }
    }
}
