package io.baton.operator;

import io.baton.Rate;
import io.baton.RateLimitDetails;
import io.baton.RateLimits;
import io.baton.SemaphoreDetails;
import io.baton.Semaphores;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.LimitedJob;
import io.baton.type.Names;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows and changes semaphores or rate limits, and shows the jobs that hold their permits or wait for them. */
record LimitResource(boolean rates, Semaphores semaphores, RateLimits rateLimits, Monitor monitor) implements Resource {

    private static final String A_RATE = "a rate such as 100/1s or 100/1s burst 200";
    private static final Pattern RATE =
            Pattern.compile("\\s*(?<permits>\\d+)\\s*/\\s*(?<per>\\S+)(?:\\s+burst\\s+(?<burst>\\d+))?\\s*");

    /** The stored names of all rates lie between these two, with any number of names of semaphores before and after them. */
    private static final String RATES = Names.storedRate("");
    /** No name contains this character. */
    private static final String AFTER_RATES = "\u007f";

    /** Reads a rate such as {@code 100/1s} or {@code 100/1s burst 200}. */
    private static Rate rate(@Nullable String value) {
        Matcher parts = RATE.matcher(value == null ? "" : value);
        if (!parts.matches()) {
            throw RefusedException.invalid("\"value\" must be " + A_RATE);
        }
        Rate rate = Rate.of(Values.number(parts.group("permits"), A_RATE), Values.duration(parts.group("per")));
        String burst = parts.group("burst");
        return burst == null ? rate : rate.withBurst(Values.number(burst, A_RATE));
    }

    @Override
    public Page list(Query query, Shown shown) {
        String after = Objects.requireNonNullElse(query.after(), "");
        int most = query.limit() + 1;
        List<String> found = (rates ? Stream.of(RATES) : Stream.of("", AFTER_RATES))
                .map(start -> Collections.max(List.of(start, after)))
                .flatMap(start -> monitor.limits(start, most).stream().takeWhile(name -> Names.isRate(name) == rates))
                .distinct()
                .limit(most)
                .toList();
        return Page.of(found, query.limit(), Function.identity(), name -> inspect(Names.shownLimit(name)));
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        String key = rates ? Names.storedRate(id) : id;
        return inspect(id).map(limit -> new Found(limit, monitor.holders(key), monitor.waiters(key)));
    }

    private Optional<?> inspect(String name) {
        return rates ? rateLimits.inspect(name) : semaphores.inspect(name);
    }

    /** A limit as in the list, with some of the jobs that hold its permits, and some that wait for them. */
    record Found(Object limit, List<LimitedJob> holders, List<LimitedJob> waiters) {}

    /** Returns the capacity or rate as a value that {@link #change} accepts. */
    @Override
    public @Nullable String was(String id, String verb) {
        return inspect(id).map(LimitResource::allowed).orElse(null);
    }

    private static String allowed(Object limit) {
        if (limit instanceof SemaphoreDetails semaphore) {
            return Integer.toString(semaphore.capacity());
        }
        Rate rate = ((RateLimitDetails) limit).rate();
        return rate.permits() + "/" + rate.per() + " burst " + rate.burst();
    }

    @Override
    public Done change(String id, String verb, @Nullable String value, Shown shown) {
        if (rates) {
            rateLimits.change(id, rate(value));
        } else {
            semaphores.resize(id, Values.number(value, "a number of permits"));
        }
        return new Done(verb, id);
    }
}
