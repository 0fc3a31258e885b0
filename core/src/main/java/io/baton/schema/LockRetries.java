package io.baton.schema;

import io.baton.BatonException;
import io.baton.loop.LogText;
import io.baton.start.StartRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Pauses between attempts of migrations that do not get a lock. The pauses grow, since transactions of jobs wait behind a waiting migration, and
 * their sum is bounded.
 */
final class LockRetries {

    static final Duration LONGEST = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(LockRetries.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_WARNINGS = Duration.ofSeconds(30);
    private static final int NAMED = 3;

    private final JdbcTemplate jdbc;
    private final SchemaWords words;
    private final Consumer<Duration> pause;
    private final Duration longest;

    private Duration next = FIRST_PAUSE;
    private Duration paused = Duration.ZERO;
    private Duration sinceWarning = BETWEEN_WARNINGS;

    LockRetries(JdbcTemplate jdbc, SchemaWords words, Consumer<Duration> pause, Duration longest) {
        this.jdbc = jdbc;
        this.words = words;
        this.pause = pause;
        this.longest = longest;
    }

    /** Sleeps; tests replace it. */
    static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BatonException("The start was interrupted while Baton waited for a lock on its tables", e);
        }
    }

    /**
     * Waits before the next attempt.
     *
     * @param lockTimeout whether the last attempt failed for a lock
     * @throws StartRefusedException if the time for attempts is over
     */
    void await(Throwable failure, boolean lockTimeout) {
        if (paused.compareTo(longest) >= 0) {
            throw SchemaAccess.unusable(
                    "Baton cannot update its tables: for " + paused.toSeconds()
                            + " s other transactions held locks on them",
                    "End those transactions, then start again. " + holders(),
                    failure);
        }
        if (lockTimeout) {
            warn();
        }
        pause.accept(next);
        paused = paused.plus(next);
        sinceWarning = sinceWarning.plus(next);
        next = shorter(next.multipliedBy(2), LONGEST_PAUSE);
    }

    private void warn() {
        if (sinceWarning.compareTo(BETWEEN_WARNINGS) >= 0) {
            sinceWarning = Duration.ZERO;
            log.warn(
                    "Baton cannot update its tables yet: another transaction holds a lock on them. It tries again for {} s and lets jobs"
                            + " run meanwhile; end that transaction to let the application start. {}",
                    longest.minus(paused).toSeconds(),
                    LogText.of(holders()));
        }
    }

    private String holders() {
        try {
            List<String> found = jdbc.queryForList(words.lockHolders(), String.class);
            if (!found.isEmpty()) {
                return "The oldest now: " + String.join("; ", found.subList(0, Math.min(NAMED, found.size()))) + ".";
            }
        } catch (DataAccessException e) {
            log.debug("The holders of locks cannot be read: {}", e.getClass().getName());
        }
        return "An administrator finds them with: " + words.lockHolders();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
