package io.baton.sweep;

import io.baton.job.JobSignal;
import io.baton.job.Pulse;
import io.baton.job.PulseListener;
import io.baton.job.Stores;
import io.baton.loop.Loop;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.loop.Trouble;
import io.baton.loop.Troubled;
import io.baton.wakeup.WakeupInbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Does the sweep tasks, each when its time has come. */
public final class Sweeper implements SmartLifecycle, PulseListener, Troubled {

    /** Starts before the worker and stops after it. */
    public static final int PHASE = DEFAULT_PHASE - 513;

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** How long what other nodes schedule may go unasked where their wake-ups arrive, since each beat tells of it too. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);

    private final Stores stores;
    private final WakeupInbox inbox;
    private final JobSignal signal;
    private final SweepSettings settings;
    private final List<SweepTask> furtherTasks;
    private @Nullable Loop loop;
    private volatile @Nullable Round turning;
    private volatile @Nullable PulseListener beats;
    private volatile @Nullable WarnOfUnservedQueues queues;
    private volatile @Nullable UnlockDeadWorkers unlocking;

    /**
     * A sweeper that works on connections which handlers cannot exhaust.
     *
     * @param inbox tells it of newly scheduled jobs
     * @param signal is told of jobs that it made ready
     * @param furtherTasks those of other capabilities
     */
    public Sweeper(
            Stores stores, WakeupInbox inbox, JobSignal signal, SweepSettings settings, List<SweepTask> furtherTasks) {
        this.stores = stores;
        this.furtherTasks = List.copyOf(furtherTasks);
        this.inbox = inbox;
        this.signal = signal;
        this.settings = settings;
    }

    @Override
    public synchronized void start() {
        if (loop == null) {
            Round round = round(Ticker.SYSTEM, () -> ThreadLocalRandom.current().nextLong());
            Loop started = new Loop("baton-sweep", round);
            round.onAgain(started::wake);
            started.start();
            loop = started;
            turning = round;
        }
    }

    @Override
    public synchronized void stop() {
        if (loop != null) {
            loop.stop(PATIENCE);
            loop = null;
            turning = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return loop != null;
    }

    @Override
    public boolean isAutoStartup() {
        return settings.startsByItself();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public List<Trouble> troubles() {
        Round round = turning;
        return round == null ? List.of() : round.troubles();
    }

    /** Returns queues in which jobs wait though no living worker serves them: some, as found minutes ago at most; none while stopped. */
    public Set<String> unservedQueues() {
        WarnOfUnservedQueues last = turning == null ? null : queues;
        return last == null ? Set.of() : last.unserved();
    }

    /** Returns how many jobs of dead workers this node has taken back since it started. */
    public long unlocked() {
        UnlockDeadWorkers last = unlocking;
        return last == null ? 0 : last.unlocked();
    }

    @Override
    public void received(Pulse pulse) {
        PulseListener listener = beats;
        if (listener != null) {
            listener.received(pulse);
        }
    }

    @Override
    public void missed() {
        PulseListener listener = beats;
        if (listener != null) {
            listener.missed();
        }
    }

    /** All the tasks, each when its time has come; the inbox and what beats bring may call for one before. */
    Round round(Ticker ticker, RandomGenerator random) {
        SweepTask promote = promotion();
        UnlockDeadWorkers unlock =
                new UnlockDeadWorkers(stores.workers(), stores.transactions(), signal, ticker, random, settings);
        WarnOfUnservedQueues warn =
                new WarnOfUnservedQueues(stores.jobs().sweeps(), stores.workers(), stores.transactions(), ticker);
        List<SweepTask> tasks = new ArrayList<>(List.of(
                promote,
                unlock,
                new UnlockStrays(stores.workers(), stores.transactions(), signal),
                warn,
                new PurgeEndedJobs(
                        stores.jobs().sweeps(), stores.workers(), stores.transactions(), settings.retention()),
                new ForgetAttempts(stores.jobs().sweeps(), stores.transactions())));
        tasks.addAll(furtherTasks);
        Round round = new Round(ticker, tasks, random);
        inbox.onScheduled(() -> round.again(promote));
        furtherTasks.forEach(task -> task.onAgain(() -> round.again(task)));
        queues = warn;
        unlocking = unlock;
        beats = new Beats(round, promote, unlock);
        return round;
    }

    /** Returns what makes scheduled jobs ready when they are due. */
    public SweepTask promotion() {
        return new PromoteDueJobs(stores.jobs().sweeps(), stores.transactions(), signal, this::look);
    }

    private Duration look() {
        return inbox.receivesFromOthers() ? LONGEST_LOOK : settings.look();
    }

    /** What beats tell of turns that are due. */
    private record Beats(Round round, SweepTask promote, UnlockDeadWorkers unlock) implements PulseListener {

        @Override
        public void received(Pulse pulse) {
            if (pulse.nextDue() != null) {
                round.within(promote, pulse.nextDue());
            }
            if (unlock.seen(pulse)) {
                round.again(unlock);
            }
        }

        @Override
        public void missed() {
            unlock.unseen();
        }
    }
}
