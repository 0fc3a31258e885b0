package io.baton.operator;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A part of a list, and the key after which the list continues; null if this is its end. */
public record Page(List<?> items, @Nullable String next) {

    /** Returns a page of the items that were found, which are one more than the limit if there is a next page. */
    static <T> Page of(List<T> found, int limit, Function<T, String> key) {
        return found.size() <= limit
                ? new Page(found, null)
                : new Page(found.subList(0, limit), key.apply(found.get(limit - 1)));
    }

    /** Returns such a page with the items that are looked up, without those that do not exist any more. */
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
