package io.baton.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobId;
import io.baton.PayloadCodec;
import io.baton.StepDetails;
import io.baton.Steps;
import io.baton.operator.StepResource.Found;
import io.baton.type.JacksonPayloadCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** How the steps of a job are listed and shown, and which calls forget them or end their waits. */
class StepResourceTests implements Steps {

    private static final Instant NOON = Instant.parse("2027-01-31T12:00:00Z");

    private final List<StepDetails> stored = new ArrayList<>();
    private final List<String> called = new ArrayList<>();
    private final StepResource resource = new StepResource(this);

    private record Details(
            String name, State state, @Nullable String result) implements StepDetails {

        @Override
        public Kind kind() {
            return Kind.AWAIT;
        }

        @Override
        public int attempt() {
            return 2;
        }

        @Override
        public Instant beganAt() {
            return NOON;
        }

        @Override
        public @Nullable Instant endedAt() {
            return state == State.WAITING ? null : NOON;
        }

        @Override
        public @Nullable Instant waitsUntil() {
            return state == State.WAITING ? NOON : null;
        }
    }

    @Override
    public List<StepDetails> list(JobId job) {
        return job.value() == 7 ? stored : List.of();
    }

    @Override
    public boolean forget(JobId job, String name) {
        return called.add("forget " + name) && list(job).size() == 3;
    }

    @Override
    public boolean endWait(JobId job, String name) {
        return called.add("end " + name) && name.equals("open:1");
    }

    private Page page(Map<String, String> terms) {
        return resource.list(new Query(terms, Set.of("job", "after", "limit")), Shown.MASKED);
    }

    private void store() {
        stored.add(new Details("charge", StepDetails.State.DONE, "{\"card\": 4711}"));
        stored.add(new Details("empty", StepDetails.State.DONE, null));
        stored.add(new Details("open:1", StepDetails.State.WAITING, null));
    }

    private void assertRefused(int status, String id, String action) {
        assertThatThrownBy(() -> resource.change(id, action, null, Shown.ALL))
                .isInstanceOfSatisfying(RefusedException.class, refusal -> assertThat(refusal.status())
                        .isEqualTo(status));
    }

    @Test
    void steps_are_listed_page_by_page_and_results_are_masked() {
        store();
        Page first = page(Map.of("job", "7", "limit", "2"));
        assertThat(first.items())
                .extracting(item -> ((Found) item).name() + " " + ((Found) item).result())
                .containsExactly("charge ******", "empty null");
        assertThat(first.next()).isEqualTo("empty");
        Page second = page(Map.of("job", "7", "limit", "2", "after", "empty"));
        assertThat(second.items()).extracting(item -> ((Found) item).name()).containsExactly("open:1");
        assertThat(second.next()).isNull();
        assertThat(page(Map.of("job", "8")).items()).isEmpty();
        assertThatThrownBy(() -> page(Map.of()))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("job");
    }

    @Test
    void a_list_has_the_beginning_of_a_result_and_one_has_all() {
        String large = "\"" + "x".repeat(5_000) + "\"";
        stored.add(new Details("large", StepDetails.State.DONE, large));
        Query query = new Query(Map.of("job", "7"), Set.of("job"));
        Found listed = (Found) resource.list(query, Shown.ALL).items().get(0);
        assertThat(listed.result()).hasSizeLessThan(1_010).endsWith("x ..");
        assertThat(resource.find("7:large", Shown.ALL))
                .map(step -> ((Found) step).result())
                .hasValue(large);
        assertThat(resource.find("7:large", Shown.MASKED))
                .map(step -> ((Found) step).result())
                .hasValue("******");
    }

    @Test
    void what_is_compressed_is_shown_and_what_is_encrypted_is_not() {
        PayloadCodec compressing = JacksonPayloadCodec.packing(new JacksonPayloadCodec(), null, DataSize.ofBytes(10));
        String zipped = compressing.write("x".repeat(500), String.class);
        stored.add(new Details("zipped", StepDetails.State.DONE, zipped));
        stored.add(new Details("sealed", StepDetails.State.DONE, "baton:aes:k1:" + "A".repeat(5_000)));
        Query query = new Query(Map.of("job", "7"), Set.of("job"));
        assertThat(zipped).startsWith("baton:zip:");
        assertThat(resource.list(query, Shown.ALL).items())
                .extracting(item -> String.valueOf(((Found) item).result()))
                .satisfiesExactly(
                        one -> assertThat(one).isEqualTo("\"" + "x".repeat(500) + "\""),
                        other ->
                                assertThat(other).startsWith("baton:aes:k1:AAA").hasSizeLessThan(1_010));
        assertThat(FoundJob.shown("baton:aes:k1:AAA", Shown.ALL)).isEqualTo("baton:aes:k1:AAA");
        assertThat(FoundJob.shown(zipped, Shown.MASKED)).isEqualTo("******");
    }

    @Test
    void a_name_may_have_a_colon_and_the_state_is_noted() {
        store();
        assertThat(resource.was("7:open:1", "end-wait")).isEqualTo("WAITING");
        resource.change("7:open:1", "end-wait", null, Shown.ALL);
        resource.change("7:charge", "forget", null, Shown.ALL);
        assertThat(called).containsExactly("end open:1", "forget charge");
    }

    @Test
    void what_the_state_does_not_allow_is_refused() {
        store();
        assertRefused(409, "7:charge", "end-wait");
        assertRefused(404, "7:none", "end-wait");
        assertRefused(404, "8:charge", "forget");
        assertRefused(400, "charge", "forget");
        IntStream.range(0, 2).forEach(each -> stored.add(stored.get(0)));
        assertRefused(409, "7:charge", "forget");
    }
}
