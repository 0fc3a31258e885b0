package io.baton.loop;

import io.baton.loop.Troubled.Trouble;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts consecutive failures of a repeated step, determines the pause after each, and logs the first failure and the recovery. The thread that
 * repeats the step uses it; any thread may call {@link #trouble()}.
 */
public final class Failures {

    private static final Logger log = LoggerFactory.getLogger(Failures.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private final String part;
    private final Ticker ticker;
    private final Backoff backoff;
    private volatile @Nullable Row row;

    public Failures(String part, Duration longestPause, Ticker ticker, RandomGenerator random) {
        this.part = part;
        this.ticker = ticker;
        this.backoff = new Backoff(FIRST_PAUSE, longestPause, random);
    }

    private record Row(Throwable last, long sinceNanos) {}

    /** Records a failure; returns the length of the pause. */
    public Duration failed(Throwable failure) {
        Row before = row;
        row = new Row(failure, before == null ? ticker.nanos() : before.sinceNanos());
        if (before == null) {
            log.warn(
                    "{} failed and tries again by itself until it works: {}",
                    LogText.of(part),
                    FailureText.of(failure));
        }
        log.debug("{} failed", part, LoggedFailure.of(failure));
        return backoff.afterFailure();
    }

    public void worked() {
        if (row != null) {
            log.info("{} works again after {} failures", LogText.of(part), backoff.failures());
            backoff.reset();
            row = null;
        }
    }

    public boolean failing() {
        return row != null;
    }

    /** Returns the current failure; empty if there is none. Any thread may call this. */
    public Optional<Trouble> trouble() {
        return Optional.ofNullable(row)
                .map(now -> new Trouble(
                        part, FailureText.of(now.last()), Duration.ofNanos(ticker.nanos() - now.sinceNanos())));
    }

    /** Growing pauses after consecutive failures, partly random, so that nodes that fail together do not return together. For a single thread. */
    public static final class Backoff {

        private static final int DOUBLINGS = 16;

        private final Duration first;
        private final Duration longest;
        private final RandomGenerator random;
        private int failures;

        public Backoff(Duration first, Duration longest, RandomGenerator random) {
            this.first = first;
            this.longest = longest;
            this.random = random;
        }

        /** Records a failure; returns the length of the pause. */
        public Duration afterFailure() {
            long grown = first.toNanos() << Math.min(failures++, DOUBLINGS);
            long bounded = Math.min(grown, longest.toNanos());
            return Duration.ofNanos((long) (bounded * (0.5 + random.nextDouble() / 2)));
        }

        public int failures() {
            return failures;
        }

        /** Records a success, after which pauses are short again. */
        public void reset() {
            failures = 0;
        }
    }
}
