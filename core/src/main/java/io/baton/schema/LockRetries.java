package io.baton.schema;

import io.baton.BatonException;
import io.baton.database.Database;
import io.baton.loop.LogText;
import io.baton.start.StartRefusedException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    private final Database database;
    private final Consumer<Duration> pause;
    private final Duration longest;

    private Duration next = FIRST_PAUSE;
    private Duration paused = Duration.ZERO;
    private Duration sinceWarning = BETWEEN_WARNINGS;

    LockRetries(Database database, Consumer<Duration> pause, Duration longest) {
        this.database = database;
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
                    "End those transactions, then start again. " + database.lockHolders("baton#_%"),
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
                    LogText.of(database.lockHolders("baton#_%")));
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
