package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobDetailsTests {

    @Test
    void its_text_is_one_line_without_payload_and_error() {
        JobDetails job = new JobDetails(
                new JobId(7),
                "type\nforged",
                "queue" + (char) 0x1b + (char) 0x2028,
                0,
                JobState.READY,
                0,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                null,
                Map.of(),
                null,
                null,
                "secret",
                null,
                "secret");
        assertThat(job).hasToString("job 7 (type?forged, queue??, READY, attempt 0)");
    }
}
