package io.baton.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Histories as texts, each line of which has a process, a time in milliseconds, and what its file has after the time. */
final class Histories {

    private static final String SETTINGS = "injector 0 settings dead-after=10000 heartbeat=2000";

    private Histories() {}

    /** Asserts that a promise held. */
    static void assertHolds(String promise, String... texts) {
        assertThat(check(promise, texts).violations()).isEmpty();
    }

    /** Asserts that a promise did not hold, and that a violation says so. */
    static void assertBroken(String promise, String violation, String... texts) {
        assertThat(check(promise, texts).violations())
                .anySatisfy(
                        found -> assertThat(found).startsWith(promise + ": ").contains(violation));
    }

    /** Returns the verdict about one promise. */
    static Verdict check(String promise, String... texts) {
        HistoryBuilder builder = new HistoryBuilder();
        add(builder, SETTINGS);
        Arrays.stream(texts).flatMap(String::lines).forEach(line -> add(builder, line));
        return CheckHistory.check(builder.build(), List.of(promise));
    }

    private static void add(HistoryBuilder builder, String line) {
        String[] parts = line.split(" ", 3);
        long nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(parts[1]));
        builder.add(Event.parse(parts[0], nanos + " " + parts[2]));
    }
}
