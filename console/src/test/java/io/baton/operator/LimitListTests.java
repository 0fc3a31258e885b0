package io.baton.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.RateLimits;
import io.baton.Semaphores;
import io.baton.monitor.Monitor;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Of limits there is one for each key that an application uses. */
class LimitListTests {

    private final NavigableSet<String> stored = new TreeSet<>();
    private final AtomicInteger portions = new AtomicInteger();

    private <T> T proxy(Class<T> type) {
        return Answered.by(
                type,
                (method, arguments) -> method.equals("limits")
                        ? portion((String) arguments[0], (Integer) arguments[1])
                        : Optional.empty());
    }

    private List<String> portion(String after, int limit) {
        portions.incrementAndGet();
        return stored.tailSet(after, false).stream().limit(limit).toList();
    }

    @Test
    void rates_are_found_behind_any_number_of_keys_of_semaphores() {
        IntStream.range(0, 5_000).forEach(key -> stored.add("tenant:" + key));
        IntStream.range(0, 3).forEach(key -> stored.add("~api:" + key));
        Page page = new LimitResource(true, proxy(Semaphores.class), proxy(RateLimits.class), proxy(Monitor.class))
                .list(new Query(Map.of("limit", "2"), Set.of("limit")), Shown.ALL);
        assertThat(page.next()).isEqualTo("~api:1");
        assertThat(portions).hasValue(1);
    }

    @Test
    void semaphores_are_found_behind_any_number_of_keys_of_rates() {
        IntStream.range(0, 5_000).forEach(key -> stored.add("~api:" + key));
        stored.add("\u00e9l\u00e8ve");
        stored.add("\u00e9tude");
        Page page = new LimitResource(false, proxy(Semaphores.class), proxy(RateLimits.class), proxy(Monitor.class))
                .list(new Query(Map.of("limit", "1"), Set.of("limit")), Shown.ALL);
        assertThat(page.next()).isEqualTo("\u00e9l\u00e8ve");
        assertThat(portions.get()).isLessThanOrEqualTo(3);
    }
}
