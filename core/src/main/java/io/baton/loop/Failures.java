package io.baton.loop;

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
}
