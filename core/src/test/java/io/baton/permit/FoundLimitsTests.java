package io.baton.permit;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobId;
import io.baton.Rate;
import io.baton.RateLimitDetails;
import io.baton.SemaphoreDetails;
import io.baton.permit.PermitStore.FoundRateLimit;
import io.baton.permit.PermitStore.FoundSemaphore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class FoundLimitsTests {

    private final JsonMapper json = new JsonMapper();

    @Test
    void a_semaphore_is_written_as_json_by_what_its_interface_says() {
        SemaphoreDetails found = new FoundSemaphore("a", 2, List.of(new JobId(1)), List.of(new JobId(3)), 1, 1);
        assertThat(json.readTree(json.writerFor(SemaphoreDetails.class).writeValueAsString(found)))
                .isEqualTo(json.readTree(json.writeValueAsString(found)))
                .isEqualTo(json.readTree(
                        "{\"name\":\"a\",\"capacity\":2,\"holders\":[1],\"waiters\":[3],\"held\":1,\"waiting\":1}"));
    }

    @Test
    void so_is_a_rate_limit() {
        RateLimitDetails found = new FoundRateLimit("r", Rate.of(100, Duration.ofSeconds(1)), List.of(new JobId(3)), 1);
        assertThat(json.readTree(json.writerFor(RateLimitDetails.class).writeValueAsString(found)))
                .isEqualTo(
                        json.readTree(
                                "{\"name\":\"r\",\"rate\":{\"permits\":100,\"per\":\"PT1S\",\"burst\":10},\"waiters\":[3],\"waiting\":1}"));
    }
}
