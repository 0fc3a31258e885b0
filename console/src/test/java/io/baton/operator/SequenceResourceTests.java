package io.baton.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobId;
import io.baton.JobState;
import io.baton.SequenceDetails;
import io.baton.Sequences;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How blocked sequences are listed and shown, and which calls unblock them. */
class SequenceResourceTests implements Sequences {

    private static final Instant NOON = Instant.parse("2027-01-31T12:00:00Z");

    private final NavigableMap<String, Details> stored = new TreeMap<>();
    private final List<String> called = new ArrayList<>();
    private final SequenceResource resource = new SequenceResource(this);

    private record Details(
            String name,
            @Nullable JobId head,
            @Nullable JobState headState,
            @Nullable String error,
            @Nullable Instant blockedSince,
            List<JobId> waiters,
            long waiting,
            @Nullable Instant oldest)
            implements SequenceDetails {}

    private void blocked(String name) {
        List<JobId> waiters = List.of(new JobId(8), new JobId(9));
        String error = "shop.CardRefused: number 4711\n\tat shop.Cards.charge(Cards.java:7)";
        stored.put(name, new Details(name, new JobId(7), JobState.DEAD, error, NOON, waiters, 2, NOON));
    }

    private void running(String name) {
        stored.put(name, new Details(name, new JobId(7), JobState.CLAIMED, null, null, List.of(new JobId(8)), 1, NOON));
    }

    @Override
    public List<SequenceDetails> blocked(@Nullable String after, int limit) {
        return stored.tailMap(after == null ? "" : after, false).values().stream()
                .filter(each -> each.blockedSince() != null)
                .limit(limit)
                .<SequenceDetails>map(each -> each)
                .toList();
    }

    @Override
    public Optional<SequenceDetails> inspect(String name) {
        return Optional.ofNullable(stored.get(name));
    }

    @Override
    public boolean skip(String name) {
        return called.add("skip " + name)
                && inspect(name).map(SequenceDetails::blockedSince).isPresent();
    }

    @Override
    public long skipAll(String name) {
        called.add("skip-all " + name);
        return inspect(name).map(SequenceDetails::waiting).orElse(0L);
    }

    @Override
    public boolean cancelRest(String name) {
        return called.add("cancel-rest " + name)
                && inspect(name).map(SequenceDetails::blockedSince).isPresent();
    }

    private Page list(Map<String, String> terms) {
        return resource.list(new Query(terms, Set.of("after", "limit")), Shown.MASKED);
    }

    private void assertRefused(int status, String id, String action) {
        assertThatThrownBy(() -> resource.change(id, action, null, Shown.ALL))
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.status())
                        .isEqualTo(status));
    }

    @Test
    void blocked_ones_are_listed_by_name_page_by_page() {
        List.of("order:1", "order:2", "order:3").forEach(this::blocked);
        running("order:0");
        Page first = list(Map.of("limit", "2"));
        assertThat(first.items())
                .extracting(each -> ((SequenceResource.Found) each).name())
                .containsExactly("order:1", "order:2");
        assertThat(first.next()).isEqualTo("order:2");
        Page last = list(Map.of("limit", "2", "after", "order:2"));
        assertThat(last.items()).hasSize(1);
        assertThat(last.next()).isNull();
    }

    @Test
    void the_message_of_an_error_is_shown_only_where_secrets_are() {
        blocked("order:7");
        assertThat(list(Map.of()).items())
                .singleElement()
                .asString()
                .contains("shop.CardRefused: ******")
                .doesNotContain("4711");
        assertThat(resource.find("order:7", Shown.MASKED).orElseThrow())
                .asString()
                .doesNotContain("4711");
        assertThat(resource.find("order:7", Shown.ALL).orElseThrow())
                .asString()
                .contains("shop.CardRefused: number 4711")
                .doesNotContain("Cards.java");
    }

    @Test
    void one_that_is_not_blocked_is_found() {
        running("order:7");
        assertThat(resource.find("order:7", Shown.MASKED).orElseThrow())
                .isEqualTo(new SequenceResource.Found(
                        "order:7", new JobId(7), JobState.CLAIMED, null, null, List.of(new JobId(8)), 1, NOON));
        assertThat(resource.find("order:8", Shown.MASKED)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"skip", "skip-all", "cancel-rest"})
    void an_action_is_done_by_the_call_of_its_name(String action) {
        blocked("order:7");
        assertThat(resource.was("order:7", action)).isEqualTo("job 7 DEAD");
        Long jobs = action.equals("skip-all") ? 2L : null;
        assertThat(resource.change("order:7", action, null, Shown.ALL))
                .isEqualTo(new Done(action, "order:7", jobs, null, null));
        assertThat(called).containsExactly(action + " order:7");
    }

    @Test
    void what_is_not_blocked_or_not_there_is_refused() {
        running("order:7");
        assertRefused(409, "order:7", "skip");
        assertRefused(409, "order:7", "cancel-rest");
        called.clear();
        for (String action : List.of("skip", "skip-all", "cancel-rest")) {
            assertThat(resource.was("order:8", action)).isNull();
            assertRefused(404, "order:8", action);
        }
        assertThat(called).isEmpty();
    }
}
