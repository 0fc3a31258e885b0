package io.baton.operator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.BatonException;
import io.baton.Jobs;
import io.baton.RecurringDetails;
import io.baton.RecurringJobs;
import io.baton.monitor.Monitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Of recurring jobs an application may have one for each of its tenants. */
class RecurringListTests {

    private final NavigableSet<String> stored = new TreeSet<>();
    private final Resource resource = new RecurringResource(
            Answered.by(RecurringJobs.class, (method, arguments) -> Optional.of(details((String) arguments[0]))),
            Answered.by(Jobs.class, (method, arguments) -> null),
            Answered.by(Monitor.class, (method, arguments) -> stored.tailSet((String) arguments[0], false).stream()
                    .limit((Integer) arguments[1])
                    .toList()));

    private static RecurringDetails details(String name) {
        if (name.equals("tenant:0500")) {
            throw new BatonException("this node does not know its time zone");
        }
        return Answered.by(RecurringDetails.class, (method, arguments) -> name);
    }

    private static List<String> names(Page page) {
        return page.items().stream()
                .map(item -> ((RecurringDetails) item).name())
                .toList();
    }

    private Page page(@Nullable String after) {
        return resource.list(
                new Query(
                        after == null ? Map.of("limit", "200") : Map.of("limit", "200", "after", after),
                        Set.of("limit", "after")),
                Shown.ALL);
    }

    @Test
    void over_a_thousand_are_paged_to_the_end_without_an_unreadable_one() {
        IntStream.range(0, 1_001).forEach(number -> stored.add("tenant:%04d".formatted(number)));
        List<String> seen = new ArrayList<>();
        Page page = page(null);
        seen.addAll(names(page));
        while (page.next() != null) {
            page = page(requireNonNull(page.next()));
            seen.addAll(names(page));
        }
        assertThat(seen).hasSize(1_000).isSorted().doesNotContain("tenant:0500").endsWith("tenant:1000");
    }

    @Test
    void a_page_continues_behind_the_last_one_though_that_is_unreadable() {
        stored.add("tenant:0500");
        stored.add("tenant:0501");
        Page page = resource.list(new Query(Map.of("limit", "1"), Set.of("limit")), Shown.ALL);
        assertThat(page.items()).isEmpty();
        assertThat(page.next()).isEqualTo("tenant:0500");
        assertThat(names(page(page.next()))).containsExactly("tenant:0501");
    }
}
