package io.baton.operator;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param next the key from which the list goes on; null if this is its end
 */
public record Page(List<?> items, @Nullable String next) {

    /** Returns the first items, of which one more than a page was read. */
    static <T> Page of(List<T> found, int limit, Function<T, String> key) {
        return found.size() <= limit
                ? new Page(found, null)
                : new Page(found.subList(0, limit), key.apply(found.get(limit - 1)));
    }

    /** Returns the page with each item found by its key, without items that do not exist any more. */
    static <T> Page of(List<T> found, int limit, Function<T, String> key, Function<T, Optional<?>> lookUp) {
        String next = of(found, limit, key).next();
        return new Page(
                found.stream()
                        .limit(limit)
                        .<Object>flatMap(each -> lookUp.apply(each).stream())
                        .toList(),
                next);
    }
}
