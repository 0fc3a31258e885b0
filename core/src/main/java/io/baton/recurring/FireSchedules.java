package io.baton.recurring;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.database.Transactions;
import io.baton.enqueue.Enqueuer;
import io.baton.job.DirtySet;
import io.baton.job.Due;
import io.baton.job.JobInserts;
import io.baton.job.NewJob;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.loop.SweepTask;
import io.baton.recurring.ScheduleStore.UnreadableScheduleException;
import io.baton.type.PackingCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enqueues the jobs of ticks that have passed, one schedule after the other. Each has a transaction, which locks its row and also writes the next
 * tick. Any number of nodes may run this at once.
 */
public final class FireSchedules implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(FireSchedules.class);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(10);
    private static final Duration UNTIL_UNLOCKED = Duration.ofMillis(50);
    private static final Duration UNTIL_TRIED_AGAIN = Duration.ofSeconds(5);
    private static final int PORTION = 100;

    /** The number of ticks after which other tasks get their turn. */
    private static final int MOST_TICKS = 100;

    private final SeldomLog seldom = new SeldomLog(log);
    private final SeldomLog held = new SeldomLog(log);
    private final ScheduleStore store;
    private final JobInserts jobs;
    private final Transactions transactions;
    private final Enqueuer enqueuer;
    private final TickListener listener;
    private final DirtySet<String> changes;
    private String after = "";
    private boolean failed;
    private boolean fired;

    public FireSchedules(
            ScheduleStore store,
            JobInserts jobs,
            Transactions transactions,
            Enqueuer enqueuer,
            TickListener listener,
            DirtySet<String> changes) {
        this.store = store;
        this.jobs = jobs;
        this.transactions = transactions;
        this.enqueuer = enqueuer;
        this.listener = listener;
        this.changes = changes;
    }

    /** Runs again as soon as a schedule was changed on this node. */
    @Override
    public void onAgain(Runnable again) {
        changes.onMarked(again);
    }

    @Override
    public Duration sweep() {
        if (after.isEmpty()) {
            // a poll reads them all
            changes.take(Integer.MAX_VALUE);
            Duration spared = changes.isUsed() ? Duration.ZERO : changes.spared(POLL_INTERVAL);
            if (!spared.isZero()) {
                return spared;
            }
            Optional<Duration> tick = transactions.single(store::nextDue);
            tick.ifPresent(known -> changes.expect());
            Duration next = tick.orElse(POLL_INTERVAL);
            if (!next.isZero()) {
                return next.compareTo(POLL_INTERVAL) < 0 ? next : POLL_INTERVAL;
            }
            failed = false;
            fired = false;
        }
        String from = after;
        List<String> due = transactions.single(() -> store.due(from, PORTION));
        after = fire(due);
        return fired || !after.isEmpty() ? Duration.ZERO : failed ? UNTIL_TRIED_AGAIN : UNTIL_UNLOCKED;
    }

    /** Fires due schedules, each of which may have many ticks. Returns the last name if there may be more schedules; else an empty text. */
    private String fire(List<String> due) {
        int ticks = 0;
        for (String name : due) {
            ticks += fire(name);
            if (ticks >= MOST_TICKS) {
                return name;
            }
        }
        return due.size() < PORTION ? "" : due.get(PORTION - 1);
    }

    /** Fires a schedule. A failure does not prevent others from being fired. Returns the number of enqueued jobs. */
    private int fire(String name) {
        try {
            Fired done = transactions.run(() -> store.lockIfFree(name)
                    .filter(Schedule::isDue)
                    .map(this::fire)
                    .orElse(null));
            if (done != null) {
                fired = true;
                report(name, done);
                listener.passed(name, done.enqueued(), done.missed());
                return done.enqueued();
            }
        } catch (UnreadableScheduleException e) {
            failed = true;
            seldom.warn(name, "A recurring job that is due is left out: {}", LogText.of(e.getMessage()));
        } catch (RuntimeException e) {
            failed = true;
            seldom.warn(
                    name,
                    "The job of the recurring job '{}' could not be enqueued and is tried again within seconds: {}",
                    LogText.of(name),
                    FailureText.of(e));
            log.debug("The recurring job '{}'", LogText.of(name), LoggedFailure.of(e));
        }
        return 0;
    }

    /**
     * The result of firing a schedule.
     *
     * @param first the first tick that had passed
     * @param held the unfinished job because of which the ticks get no jobs; null if there is none
     */
    private record Fired(
            Instant first, DueTicks due, @Nullable Long held) {

        int enqueued() {
            return held == null ? due.ticks().size() : 0;
        }

        boolean missed() {
            return enqueued() == 0 || due.ticks().get(0).isAfter(first);
        }
    }

    private Fired fire(Schedule schedule) {
        Instant first = requireNonNull(schedule.nextAt());
        DueTicks due;
        try {
            store.check(schedule.recurrence());
            due = DueTicks.of(schedule.recurrence(), schedule.calendars(), first, schedule.now());
        } catch (BatonException e) {
            throw new UnreadableScheduleException(schedule.name(), e);
        }
        Long held = heldBy(schedule);
        Instant lastTick = null;
        Long lastJob = null;
        for (Instant tick : held == null ? due.ticks() : List.<Instant>of()) {
            lastTick = tick;
            NewJob job = schedule.definition().at(tick, new Due.At(tick));
            lastJob = enqueuer.store(job, jobs::insert).id().value();
        }
        store.fired(schedule.name(), due.next(), lastTick, lastJob);
        String payload = schedule.definition().job().payload();
        String renewed = PackingCodec.renewed(enqueuer.codec(), payload);
        if (!Objects.equals(renewed, payload)) {
            store.renew(schedule.name(), renewed);
        }
        return new Fired(first, due, held);
    }

    /** Returns the job that must end first, if any. The caller has locked the row in an earlier statement. */
    private @Nullable Long heldBy(Schedule schedule) {
        Long last = schedule.lastJob();
        return !schedule.recurrence().overlap() && last != null && store.isUnfinished(schedule.name(), last)
                ? last
                : null;
    }

    /** Logs a job because of which ticks are left out, and ticks that were too many. */
    private void report(String name, Fired done) {
        Long job = done.held();
        if (job != null) {
            held.info(
                    name,
                    "Ticks of the recurring job '{}' are left out until its job {} has ended",
                    LogText.of(name),
                    job);
        }
        if (done.due().since() != null) {
            log.warn(
                    "The recurring job '{}' missed more ticks than it makes up for: those before {} are left out",
                    LogText.of(name),
                    done.due().since());
        }
    }

    /** Receives ticks that this node fired or left out, after the commit. It must not throw. */
    @FunctionalInterface
    public interface TickListener {

        /** A listener that does nothing. */
        TickListener NONE = (name, enqueued, missed) -> {};

        /**
         * Called when ticks of a recurring job have passed.
         *
         * @param enqueued the number of ticks that have a job now
         * @param missed whether some ticks have no job: they are too late or too many, or the last job has not ended
         */
        void passed(String name, int enqueued, boolean missed);
    }
}
