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
 * The pauses between the tries of migrations that do not get a lock. They grow, since other transactions of the jobs wait while a migration
 * does, and they end, since a start has to.
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
    private Duration untold = BETWEEN_WARNINGS;

    LockRetries(JdbcTemplate jdbc, SchemaWords words, Consumer<Duration> pause, Duration longest) {
        this.jdbc = jdbc;
        this.words = words;
        this.pause = pause;
        this.longest = longest;
    }

    /** Lets time pass, on which no test has to wait. */
    static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BatonException("The start was interrupted while Baton waited for a lock on its tables", e);
        }
    }

    /**
     * Waits before the next try.
     *
     * @param lockTimeout whether it was a lock that the last try did not get
     * @throws StartRefusedException if there were enough
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
            tell();
        }
        pause.accept(next);
        paused = paused.plus(next);
        untold = untold.plus(next);
        next = shorter(next.multipliedBy(2), LONGEST_PAUSE);
    }

    private void tell() {
        if (untold.compareTo(BETWEEN_WARNINGS) >= 0) {
            untold = Duration.ZERO;
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
            log.debug(
                    "The database does not tell who holds locks: {}",
                    e.getClass().getName());
        }
        return "An administrator finds them with: " + words.lockHolders();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
