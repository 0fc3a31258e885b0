package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.start.StartRefusedException;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class LockRetriesTests {

    private final IllegalStateException failure = new IllegalStateException("no lock");

    @Test
    void pauses_grow_and_end_and_only_one_in_thirty_seconds_is_told(CapturedOutput output) {
        List<Long> pauses = new ArrayList<>();
        try (HikariDataSource dataSource = TestDatabase.H2.freshDatabase()) {
            LockRetries retries = new LockRetries(
                    new Database(dataSource, null), pause -> pauses.add(pause.toSeconds()), Duration.ofSeconds(90));
            assertThatThrownBy(() -> {
                        while (true) {
                            retries.await(failure, true);
                        }
                    })
                    .isInstanceOf(StartRefusedException.class)
                    .hasCause(failure);
        }
        assertThat(pauses).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
        assertThat(output.getOut().lines().filter(line -> line.contains("cannot update its tables yet")))
                .hasSize(3);
    }
}
