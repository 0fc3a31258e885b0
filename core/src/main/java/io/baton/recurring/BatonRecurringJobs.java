package io.baton.recurring;

import io.baton.Enqueued;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.Recurrence;
import io.baton.RecurringDetails;
import io.baton.RecurringJobRefusedException;
import io.baton.RecurringJobs;
import io.baton.UnknownRecurringJobException;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.job.DirtySet;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.recurring.DueTicks.Ticks;
import io.baton.type.Names;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The bean {@link RecurringJobs}. */
public record BatonRecurringJobs(
        ScheduleStore store, CallersTransaction transaction, Enqueuer enqueuer, DirtySet<String> changes)
        implements RecurringJobs {

    @Override
    public List<RecurringDetails> list() {
        return transaction.read(() -> store.list(MOST)).stream()
                .map(FoundRecurringJob::of)
                .toList();
    }

    @Override
    public Optional<RecurringDetails> find(String name) {
        return transaction.read(() -> store.find(name)).map(FoundRecurringJob::of);
    }

    @Override
    public boolean add(String name, Recurrence recurrence, Object payload, Consumer<JobOptions> options) {
        return add(name, recurrence, enqueuer.prepare(payload, options));
    }

    @Override
    public boolean addNamed(String name, Recurrence recurrence, String type, Consumer<JobOptions> options) {
        return add(name, recurrence, enqueuer.prepareNamed(type, options));
    }

    private boolean add(String name, Recurrence recurrence, NewJob job) {
        store.check(recurrence);
        Definition definition = Definition.of(name, recurrence, job);
        return transaction.join("a change of the recurring job " + name, () -> {
            boolean added = !store.exists(name) && store.insert(definition, null);
            changes.markAfterCommit(Set.of(name));
            return added;
        });
    }

    @Override
    public void change(String name, Recurrence recurrence) {
        store.check(recurrence);
        locked(name, schedule -> {
            store.define(schedule.definition().with(recurrence), schedule.nextAt(recurrence), schedule.declared());
            return true;
        });
    }

    @Override
    public boolean pause(String name) {
        return locked(name, schedule -> {
            store.pause(name, true, schedule.nextAt());
            return !schedule.paused();
        });
    }

    @Override
    public boolean resume(String name) {
        return locked(name, schedule -> {
            if (schedule.paused()) {
                store.pause(name, false, schedule.nextAfterPause());
            }
            return schedule.paused();
        });
    }

    @Override
    public void remove(String name) {
        locked(name, schedule -> {
            if (schedule.declared() != null && !schedule.gone()) {
                throw new RecurringJobRefusedException("The recurring job \"" + name
                        + "\" is declared by a @Recurring method and can be removed only an hour after the last node that has it: pause it, set"
                        + " baton.recurring" + Names.inProperty(name) + ".cron=-, or remove the annotation");
            }
            store.remove(name);
            return true;
        });
    }

    /** Locks the row only if jobs must not overlap, because then the next tick must see this job. */
    @Override
    public Enqueued trigger(String name) {
        return transaction.join("a change of the recurring job " + name, () -> {
            Schedule schedule = store.find(name).orElseThrow(() -> unknown(name));
            return schedule.recurrence().overlap()
                    ? enqueue(schedule)
                    : store.lock(name).map(this::triggerAlone).orElseThrow(() -> unknown(name));
        });
    }

    private Enqueued triggerAlone(Schedule schedule) {
        Long last = schedule.lastJob();
        if (last != null && store.isUnfinished(schedule.name(), last)) {
            throw new RecurringJobRefusedException("The recurring job \"" + schedule.name()
                    + "\" must not overlap, and its job " + last + " has not ended: wait for it, or cancel it");
        }
        Enqueued enqueued = enqueue(schedule);
        store.triggered(schedule.name(), enqueued.id().value());
        return enqueued;
    }

    private Enqueued enqueue(Schedule schedule) {
        return enqueuer.store(schedule.definition().at(schedule.now(), Due.NOW));
    }

    private <T> T locked(String name, Function<Schedule, T> change) {
        return transaction.join("a change of the recurring job " + name, () -> {
            T result = change.apply(store.lock(name).orElseThrow(() -> unknown(name)));
            changes.markAfterCommit(Set.of(name));
            return result;
        });
    }

    private static UnknownRecurringJobException unknown(String name) {
        return new UnknownRecurringJobException("There is no recurring job \"" + name
                + "\"; RecurringJobs.list() names those there are, RecurringJobs.add adds one");
    }

    /** The details of a recurring job, as one query found them. */
    public record FoundRecurringJob(
            String name,
            String type,
            Recurrence recurrence,
            List<Instant> nextTicks,
            @Nullable Instant lastTick,
            @Nullable JobId lastJob,
            boolean paused,
            boolean declared,
            @Nullable String stopped)
            implements RecurringDetails {

        static RecurringDetails of(Schedule schedule) {
            String stopped = stopped(schedule);
            Long lastJob = schedule.lastJob();
            return new FoundRecurringJob(
                    schedule.name(),
                    schedule.definition().job().type(),
                    schedule.recurrence(),
                    stopped == null ? ticks(schedule) : List.of(),
                    schedule.lastTick(),
                    lastJob == null ? null : new JobId(lastJob),
                    schedule.paused(),
                    schedule.declared() != null,
                    stopped);
        }

        private static @Nullable String stopped(Schedule schedule) {
            if (schedule.gone()) {
                return "No living node has known it since " + schedule.knownAt();
            }
            if (schedule.paused()) {
                return "It is paused";
            }
            String calendar = schedule.recurrence().calendar();
            if (calendar != null && !schedule.calendars().named().containsKey(calendar)) {
                return "This node has no calendar \"" + calendar + "\": define it below baton.calendars, on each node";
            }
            if (schedule.nextAt() == null) {
                return "Its cron expression names no time to come: "
                        + schedule.recurrence().cron();
            }
            return null;
        }

        private static List<Instant> ticks(Schedule schedule) {
            Ticks ticks = DueTicks.ticks(schedule.recurrence(), schedule.calendars());
            List<Instant> next = new ArrayList<>();
            for (Instant tick = schedule.nextAt(); tick != null && next.size() < TICKS; tick = ticks.after(tick)) {
                next.add(tick);
            }
            return next;
        }
    }
}
