package io.baton.once;

import io.baton.BatonException;
import io.baton.database.Transactions;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what became of actions, and repeats what could not be written. */
public final class Notes {

    private static final Logger log = LoggerFactory.getLogger(Notes.class);
    private static final int MOST_UNWRITTEN = 10_000;
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final SeldomLog seldom = new SeldomLog(log);
    private final OnceStore store;
    private final Transactions transactions;
    private final Map<UUID, Runnable> unwritten = new ConcurrentHashMap<>();

    Notes(OnceStore store, Transactions transactions) {
        this.store = store;
        this.transactions = transactions;
    }

    /** Notes that it is done. */
    void done(String key, UUID lockId, @Nullable String outcome, Duration keep) {
        Runnable note = () -> {
            if (!transactions.run(() -> store.done(key, lockId, outcome, keep))) {
                seldom.warn(
                        "late",
                        "An action of Once took longer than its claim stood: somebody else may have done it as well. Give it a longer"
                                + " baton.once.lease; its key is told at DEBUG");
                log.debug("\"{}\" took longer than its claim stood", LogText.of(key));
            }
        };
        try {
            note.run();
        } catch (RuntimeException e) {
            keep(lockId, note);
            throw new BatonException("\"" + key + "\" was done, but that could not be noted yet", e);
        }
    }

    /** Lets go a claim whose action has failed; that it cannot be is less than the failure. */
    void free(String key, UUID lockId) {
        Runnable note = () -> transactions.run(() -> {
            store.free(key, lockId);
            return true;
        });
        try {
            note.run();
        } catch (RuntimeException e) {
            seldom.warn(
                    "free", "A claim of Once could not be let go yet: {}. Its key is told at DEBUG", FailureText.of(e));
            log.debug("The claim to \"{}\" could not be let go yet", LogText.of(key), LoggedFailure.of(e));
            keep(lockId, note);
        }
    }

    private void keep(UUID lockId, Runnable note) {
        if (unwritten.size() < MOST_UNWRITTEN) {
            unwritten.put(lockId, note);
        }
    }

    /** Writes what could not be written; returns how long the next attempt can wait. */
    public Duration sweep() {
        unwritten.forEach((lockId, note) -> {
            note.run();
            unwritten.remove(lockId);
        });
        return INTERVAL;
    }
}
