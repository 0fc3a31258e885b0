package io.baton.permit;

import io.baton.database.Transactions;
import io.baton.job.DirtySet;
import io.baton.job.FollowUp;
import io.baton.job.JobSignal;
import io.baton.job.Postponed;
import io.baton.job.ReadyJobs;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Admits jobs for limits that were touched, and wakes whoever runs them. Now and then it looks by itself for limits that somebody waits for: where
 * touches of other nodes do not arrive, and for those that a crash lost. Used by one thread at a time.
 */
public final class PermitFollowUp implements FollowUp {

    private static final int LIMITS_AT_ONCE = 100;
    private static final int PERMITS_AT_ONCE = 200;
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final Duration BETWEEN_TAKING_BACK = Duration.ofSeconds(10);

    private final PermitStore store;
    private final Transactions transactions;
    private final TouchedLimits touched;
    private final JobSignal signal;
    private final Ticker ticker;
    private final Supplier<Duration> look;
    private final Postponed<String> postponed = new Postponed<>();
    private long nextLook;
    private long nextTakeBack;
    private Set<String> open = Set.of();
    private boolean changed;
    private String looked = "";

    /**
     * Creates a follow-up.
     *
     * @param signal is told of jobs that were admitted
     * @param look how long to go without a look
     */
    public PermitFollowUp(
            PermitStore store,
            Transactions transactions,
            TouchedLimits touched,
            JobSignal signal,
            Ticker ticker,
            Supplier<Duration> look) {
        this.store = store;
        this.transactions = transactions;
        this.touched = touched;
        this.signal = signal;
        this.ticker = ticker;
        this.look = look;
    }

    @Override
    public void begin(Runnable wake) {
        nextLook = ticker.nanos();
        nextTakeBack = nextLook;
        touched.onTouched(wake);
    }

    @Override
    public void end() {
        touched.leave();
    }

    /** Where nobody has a limit, one question is asked now and then, and when others say so: whether there is one by now. */
    @Override
    public Duration follow(Supplier<Set<String>> open) {
        long now = ticker.nanos();
        if (touched.isUsed()) {
            return follow(open.get(), now);
        }
        if (now - nextLook < 0 && !touched.remoteHints().isPermitted()) {
            return Duration.ofNanos(nextLook - now);
        }
        // before the question, or a hint that comes meanwhile would be lost
        touched.remoteHints().forget();
        nextLook = now;
        if (transactions.single(store::isUsed)) {
            touched.expect();
            return Duration.ZERO;
        }
        nextLook = now + look.get().toNanos();
        return look.get();
    }

    private Duration follow(Set<String> queues, long now) {
        if (!open.equals(queues)) {
            nextLook = now;
            nextTakeBack = now;
            changed = true;
        }
        open = Set.copyOf(queues);
        if (touched.remoteHints().takeLookAround()) {
            nextLook = now;
        }
        // however much is touched: of what is lost, nobody tells
        boolean looks = now - nextLook >= 0;
        if (looks) {
            lookAround();
        }
        boolean takesBack = now - nextTakeBack >= 0;
        if (takesBack) {
            takeBack();
        }
        touched.hinted(touched.remoteHints().take(LIMITS_AT_ONCE));
        touched.hinted(postponed.due(now));
        DirtySet.Taken<String> taken = touched.take(LIMITS_AT_ONCE);
        if (!taken.names().isEmpty()) {
            admit(taken, queues);
        }
        return looks || takesBack || !taken.names().isEmpty() ? Duration.ZERO : rest(now);
    }

    private Duration rest(long now) {
        long rest = Math.min(Math.min(nextLook, nextTakeBack) - now, postponed.untilNext(now));
        return Duration.ofNanos(Math.max(0, rest));
    }

    private void admit(DirtySet.Taken<String> taken, Set<String> queues) {
        Admitted admitted;
        try {
            admitted = transactions.run(() -> store.admit(taken.names(), queues, PERMITS_AT_ONCE));
        } catch (RuntimeException | Error e) {
            touched.putBack(taken);
            throw e;
        }
        admitted.queues().forEach(queue -> signal.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        touched.touch(admitted.further());
        touched.passOn(taken, admitted.elsewhere());
        postponed.untilLetGo(taken.names(), admitted.busy(), ticker.nanos());
        admitted.later().forEach((name, after) -> postponed.add(name, after, ticker.nanos()));
    }

    /** Jobs of queues that are paused, or that nobody serves any more, hold up others that could run; more may come as they are handed back. */
    private void takeBack() {
        Repaired taken = transactions.run(() -> store.takeBack(open, PERMITS_AT_ONCE));
        touched.touch(taken.touched());
        Duration later = taken.repaired() > 0 || changed ? LONGEST : BETWEEN_TAKING_BACK;
        changed = false;
        nextTakeBack = ticker.nanos() + (taken.repaired() == PERMITS_AT_ONCE ? 0 : later.toNanos());
    }

    /** One portion of the limits that somebody waits for; the next look begins where this one ended. */
    private void lookAround() {
        List<String> awaited = transactions.run(() -> store.awaited(looked, LIMITS_AT_ONCE));
        boolean more = awaited.size() == LIMITS_AT_ONCE;
        looked = more ? awaited.get(LIMITS_AT_ONCE - 1) : "";
        Duration pause = look.get();
        nextLook = ticker.nanos() + (more && pause.compareTo(LONGEST) > 0 ? LONGEST : pause).toNanos();
        touched.hinted(awaited);
    }
}
