package io.baton.recurring;

import io.baton.BatonException;
import io.baton.Recurrence;
import io.baton.database.Transactions;
import io.baton.enqueue.Enqueuer;
import io.baton.job.DirtySet;
import io.baton.job.NewJob;
import io.baton.job.WorkerStore;
import io.baton.loop.LogText;
import io.baton.loop.SweepTask;
import io.baton.recurring.ScheduleStore.UnreadableScheduleException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the schedules that the code of a node declares; changes at run time stay until the code declares something else. Then marks the schedules
 * that this node knows, declares lost schedules again, and stops schedules that no node has known for an hour.
 */
public final class KeepSchedules implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(KeepSchedules.class);
    private static final Duration GONE_AFTER = Duration.ofHours(1);
    private static final Duration REFRESHED_AFTER = Duration.ofMinutes(10);
    private static final Duration INTERVAL = Duration.ofMinutes(3);
    private static final Duration UNTIL_KNOWN = Duration.ofSeconds(1);
    private static final int PORTION = 500;

    private final ScheduleStore store;
    private final WorkerStore workers;
    private final Transactions transactions;
    private final Enqueuer enqueuer;
    private final DirtySet<String> changes;
    /** Null until the code of this node has declared its schedules. */
    private volatile @Nullable Known known;

    private String after = "";

    public KeepSchedules(
            ScheduleStore store,
            WorkerStore workers,
            Transactions transactions,
            Enqueuer enqueuer,
            DirtySet<String> changes) {
        this.store = store;
        this.workers = workers;
        this.transactions = transactions;
        this.enqueuer = enqueuer;
        this.changes = changes;
    }

    /**
     * A schedule that the code declares.
     *
     * @param payload the payload of its jobs; null if they have none
     */
    public record Declared(
            String name, String type, @Nullable Object payload, Recurrence recurrence) {}

    /** The schedules that the code of this node declares, by name, and the types that this node has handlers for. */
    private record Known(Map<String, Definition> definitions, Set<String> types) {}

    /**
     * Declares the schedules of this node, which has handlers for these types.
     *
     * @throws BatonException if a schedule cannot be stored
     */
    public void declare(List<Declared> all, Set<String> types) {
        Map<String, Definition> definitions = new LinkedHashMap<>();
        for (Declared each : all) {
            Definition definition = definition(each);
            definitions.put(definition.name(), definition);
        }
        definitions.values().forEach(this::write);
        known = new Known(definitions, types);
        changes.mark(definitions.keySet());
    }

    /** Declares one schedule. A failure to read it does not prevent the declaration of others. */
    private void write(Definition definition) {
        try {
            transactions.run(() -> declare(definition));
        } catch (UnreadableScheduleException e) {
            log.warn("The declaration of a recurring job is not stored: {}", LogText.of(e.getMessage()));
        }
    }

    private Definition definition(Declared declared) {
        store.check(declared.recurrence());
        Object payload = declared.payload();
        NewJob job = payload == null
                ? enqueuer.prepareNamed(declared.type(), options -> {})
                : enqueuer.prepare(payload, options -> options.type(declared.type()));
        return Definition.of(declared.name(), declared.recurrence(), job);
    }

    private String digest(Definition definition) {
        String calendar = definition.recurrence().calendar();
        String closed = calendar == null ? "" : store.calendars().get(calendar).toString();
        return definition.digest(enqueuer.codec(), closed);
    }

    /** Returns whether it wrote a row that existed. Does not wait for a locked row that needs no change: it is marked as known later. */
    private boolean declare(Definition definition) {
        String name = definition.name();
        String digest = digest(definition);
        boolean unchanged = store.find(name)
                .filter(there -> digest.equals(there.declared()))
                .isPresent();
        Optional<Schedule> locked = unchanged ? store.lockIfFree(name) : store.lock(name);
        if (!unchanged && locked.isEmpty() && !store.insert(definition, digest)) {
            locked = store.lock(name);
        }
        locked.ifPresent(there -> {
            if (!digest.equals(there.declared())) {
                store.define(definition, there.nextAt(definition.recurrence()), digest);
            }
            store.known(name);
        });
        return locked.isPresent();
    }

    @Override
    public Duration sweep() {
        Known mine = known;
        if (mine == null) {
            return UNTIL_KNOWN;
        }
        String from = after;
        Optional<String> last = transactions.run(
                () -> store.markKnown(mine.definitions().keySet(), mine.types(), REFRESHED_AFTER, from, PORTION));
        after = last.orElse("");
        if (last.isPresent()) {
            return Duration.ZERO;
        }
        restore(mine.definitions());
        List<String> gone = transactions.run(
                () -> workers.presentFor(GONE_AFTER) ? store.stopUnknown(GONE_AFTER, PORTION) : List.<String>of());
        gone.forEach(name -> log.warn(
                "The recurring job '{}' has stopped: no living node has had its @Recurring method, or a handler for its type, for an"
                        + " hour. Start a node that has it, or remove it with RecurringJobs.remove",
                LogText.of(name)));
        return gone.size() == PORTION ? Duration.ZERO : INTERVAL;
    }

    /** Declares schedules of this node again that do not exist: a failover may have lost recent declarations, and nothing else removes them. */
    private void restore(Map<String, Definition> definitions) {
        Set<String> names = definitions.keySet();
        Set<String> existing = names.isEmpty() ? names : transactions.single(() -> store.existing(names));
        for (Definition each : definitions.values()) {
            if (!existing.contains(each.name()) && transactions.run(() -> store.insert(each, digest(each)))) {
                log.warn(
                        "The recurring job '{}' is declared again. It did not exist any more, such as after a failover that lost it",
                        LogText.of(each.name()));
            }
        }
    }
}
