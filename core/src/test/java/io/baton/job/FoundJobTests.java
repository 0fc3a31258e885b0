package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.job.FoundJob.FoundAttempt;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class FoundJobTests {

    private static final String JSON = """
            {"id":7,"type":"t","queue":"q","share":null,"priority":3,"state":"READY","attempts":2,"maxAttempts":null,\
            "enqueuedAt":"1970-01-01T00:00:00Z","dueAt":"1970-01-01T00:00:00Z","claimedAt":null,"endedAt":null,"worker":null,\
            "labels":{"a":"b"},"key":"order:7","progress":0.5,"progressNote":null,"payload":"{}","result":null,"error":null,\
            "failedAttempts":[{"attempt":2,"claimedAt":"1970-01-01T00:00:00Z","failedAt":"1970-01-01T00:00:01.500Z","worker":null,\
            "error":"it broke","duration":"PT1.5S"}]}""";

    private final JsonMapper json = new JsonMapper();

    private static JobDetails job(String type, String queue, String payload) {
        return new FoundJob(
                new JobId(7),
                type,
                queue,
                null,
                3,
                JobState.READY,
                2,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                null,
                Map.of("a", "b"),
                "order:7",
                0.5,
                null,
                payload,
                null,
                null,
                List.of(new FoundAttempt(2, Instant.EPOCH, Instant.ofEpochMilli(1_500), null, "it broke")));
    }

    @Test
    void its_text_is_one_line_without_payload_and_error() {
        assertThat(job("type\nforged", "queue" + (char) 0x1b + (char) 0x2028, "secret"))
                .hasToString("job 7 (type?forged, queue??, READY, attempt 2)");
    }

    @Test
    void it_is_written_as_json_with_all_that_it_tells() {
        JobDetails job = job("t", "q", "{}");
        assertThat(json.writeValueAsString(job)).isEqualTo(JSON);
        assertThat(json.writeValueAsString(List.of(job))).isEqualTo("[" + JSON + "]");
    }

    /** As some controllers and generators of schemas do, which know nothing else. */
    @Test
    void it_is_written_as_json_by_what_its_interface_says() {
        assertThat(json.readTree(json.writerFor(JobDetails.class).writeValueAsString(job("t", "q", "{}"))))
                .isEqualTo(json.readTree(JSON));
    }

    @Test
    void it_equals_another_that_tells_the_same() {
        assertThat(job("t", "q", "{}"))
                .isEqualTo(job("t", "q", "{}"))
                .hasSameHashCodeAs(job("t", "q", "{}"))
                .isNotEqualTo(job("t", "other", "{}"));
    }
}
