package io.baton.once;

import io.baton.BatonException;
import io.baton.database.Transactions;
import io.baton.job.CurrentJob;
import io.baton.job.Fence;
import io.baton.job.UnwrittenNotes;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.loop.SweepTask;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;

/** Writes the outcomes of actions, and repeats writes that failed. */
public final class OutcomeWriter implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(OutcomeWriter.class);
    private static final int MOST_UNWRITTEN = 10_000;
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final int PORTION = 200;

    /** After this many failures in a row the database is assumed to be unavailable, and the rest waits for the next sweep. */
    private static final int MOST_FAILURES = 3;

    private final SeldomLog seldom = new SeldomLog(log);
    final OnceStore store;
    final Transactions transactions;
    private final Queue<Note> unwritten = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();

    public OutcomeWriter(OnceStore store, Transactions transactions) {
        this.store = store;
        this.transactions = transactions;
    }

    /**
     * Marks an action as done. On the thread of a handler this returns even if the database is unavailable. The outcome of the run is then written
     * after this write, and a retry would only find that the action was performed.
     */
    void done(String key, UUID lockId, @Nullable String outcome, Duration keep) {
        try {
            write(key, lockId, outcome, keep);
        } catch (RuntimeException e) {
            boolean kept = keep(() -> write(key, lockId, outcome, keep));
            if (kept && CurrentJob.fence() != null && !(e instanceof DataIntegrityViolationException)) {
                log.debug("That \"{}\" was done is noted later", LogText.of(key), LoggedFailure.of(e));
                return;
            }
            throw new BatonException("\"" + key + "\" was done, but that could not be noted yet", e);
        }
    }

    /** Marks an action as done, without the outcome if the database refuses it. */
    private void write(String key, UUID lockId, @Nullable String outcome, Duration keep) {
        try {
            note(key, lockId, outcome, keep);
        } catch (DataIntegrityViolationException e) {
            if (outcome == null) {
                throw e;
            }
            note(key, lockId, null, keep);
            seldom.warn(
                    "refused",
                    "The outcome of an action of Once is refused by the database, and it is marked as done without one: {}."
                            + " Its key is logged at DEBUG",
                    FailureText.of(e));
            log.debug("The outcome of \"{}\" is refused", LogText.of(key));
        }
    }

    private void note(String key, UUID lockId, @Nullable String outcome, Duration keep) {
        if (!transactions.run(() -> store.done(key, lockId, outcome, keep))) {
            seldom.warn(
                    "late",
                    "An action of Once took longer than its claim stood: another caller may have done it as well. Give its handler a"
                            + " longer timeout, or outside of handlers a longer OnceOptions.claimFor; its key is logged at DEBUG");
            log.debug("\"{}\" took longer than its claim stood", LogText.of(key));
        }
    }

    /** Releases a claim whose action has failed. If this fails too, its failure must not hide that of the action. */
    void free(String key, UUID lockId) {
        Runnable note = () -> transactions.run(() -> store.free(key, lockId));
        try {
            note.run();
        } catch (RuntimeException e) {
            seldom.warn(
                    "free",
                    "A claim of Once could not be released yet: {}. Its key is logged at DEBUG",
                    FailureText.of(e));
            log.debug("The claim to \"{}\" could not be released yet", LogText.of(key), LoggedFailure.of(e));
            keep(note);
        }
    }

    /** Keeps a write for the next sweep. The outcome of the run, if there is one, is written after it. */
    private boolean keep(Runnable write) {
        if (pending.incrementAndGet() <= MOST_UNWRITTEN) {
            Note note = new Note(CurrentJob.fence(), write);
            UnwrittenNotes.add(note.run());
            unwritten.add(note);
            return true;
        }
        pending.decrementAndGet();
        seldom.warn(
                "dropped",
                "More than {} notes of Once wait for the database. A further one is dropped: what it is about stays claimed, and"
                        + " counts as uncertain once this process or its claim has ended",
                MOST_UNWRITTEN);
        return false;
    }

    @Override
    public String name() {
        return "NotesOfOnce";
    }

    /** Repeats the writes that failed. A write that fails again does not block the others. */
    @Override
    public Duration sweep() {
        RuntimeException failure = null;
        int inARow = 0;
        int portion = Math.min(unwritten.size(), PORTION);
        for (int left = portion; left > 0 && inARow < MOST_FAILURES; left--) {
            Note note = unwritten.poll();
            if (note == null) {
                break;
            }
            try {
                note.write().run();
                pending.decrementAndGet();
                UnwrittenNotes.remove(note.run());
                inARow = 0;
            } catch (DataIntegrityViolationException e) {
                // the database may refuse it for ever, so the run does not wait for it
                UnwrittenNotes.remove(note.run());
                unwritten.add(new Note(null, note.write()));
                failure = e;
            } catch (RuntimeException e) {
                unwritten.add(note);
                failure = e;
                inARow++;
            } catch (Error e) {
                // the outcome of the note's job waits for it
                unwritten.add(note);
                throw e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return portion == PORTION ? Duration.ZERO : INTERVAL;
    }

    /** A write that must be repeated, and the run whose outcome waits for it; null if none does. */
    private record Note(@Nullable Fence run, Runnable write) {}
}
