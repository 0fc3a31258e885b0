package io.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.convert.support.DefaultConversionService;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A job's id is a plain value wherever an application shows it or takes it back. */
class JobIdTests {

    private static final JobId ID = new JobId(7);

    private final JsonMapper json = new JsonMapper();

    record Answer(JobId id) {}

    @Test
    void it_is_a_number_in_json() {
        assertThat(json.writeValueAsString(new Answer(ID))).isEqualTo("{\"id\":7}");
        assertThat(json.readValue("{\"id\":7}", Answer.class)).isEqualTo(new Answer(ID));
        assertThat(json.writeValueAsString(ID)).isEqualTo("7");
    }

    @Test
    void it_is_a_key_in_json() {
        assertThat(json.writeValueAsString(Map.of(ID, "x"))).isEqualTo("{\"7\":\"x\"}");
        assertThat(json.readValue("{\"7\":\"x\"}", new TypeReference<Map<JobId, String>>() {}))
                .containsEntry(ID, "x");
    }

    @Test
    void spring_converts_it_from_and_to_text() {
        DefaultConversionService conversion = new DefaultConversionService();
        assertThat(conversion.convert("7", JobId.class)).isEqualTo(ID);
        assertThat(conversion.convert(ID, String.class)).isEqualTo("7");
    }

    @Test
    void what_is_no_number_is_no_id() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobId.valueOf("seven"))
                .withMessageContaining("number");
    }
}
