package io.baton.recurring;

import io.baton.BatonException;
import io.baton.Recurrence;
import io.baton.database.Transactions;
import io.baton.enqueue.Enqueuer;
import io.baton.job.NewJob;
import io.baton.loop.LogText;
import io.baton.recurring.ScheduleStore.UnreadableScheduleException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the schedules that the code of a node declares. Changes at run time stay until the code declares something else. */
public final class DeclareSchedules {

    private static final Logger log = LoggerFactory.getLogger(DeclareSchedules.class);

    private final ScheduleStore store;
    private final Transactions transactions;
    private final Enqueuer enqueuer;
    private final ScheduleChanges changes;
    private volatile @Nullable Known known;

    public DeclareSchedules(
            ScheduleStore store, Transactions transactions, Enqueuer enqueuer, ScheduleChanges changes) {
        this.store = store;
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
        if (!all.isEmpty()) {
            changes.announce();
        }
    }

    /** The schedules that the code of this node declares, by name, and the types that this node has handlers for. */
    record Known(Map<String, Definition> definitions, Set<String> types) {}

    /** Returns the schedules and types of this node; null until its code has declared its schedules. */
    @Nullable
    Known known() {
        return known;
    }

    /** Declares one schedule. A failure to read it does not prevent the declaration of others. */
    private void write(Definition definition) {
        try {
            transactions.run(() -> {
                declare(definition);
                return true;
            });
        } catch (UnreadableScheduleException e) {
            log.warn("The declaration of a recurring job is not stored: {}", LogText.of(e.getMessage()));
        }
    }

    private Definition definition(Declared declared) {
        Object payload = declared.payload();
        NewJob job = payload == null
                ? enqueuer.prepareNamed(declared.type(), options -> {})
                : enqueuer.prepare(payload, options -> options.type(declared.type()));
        return Definition.of(declared.name(), declared.recurrence(), job);
    }

    /** Does not wait for a locked row that needs no change: it is marked as known later. */
    private void declare(Definition definition) {
        String name = definition.name();
        String digest = definition.digest();
        boolean unchanged = store.find(name)
                .filter(there -> digest.equals(there.declared()))
                .isPresent();
        Optional<Schedule> locked = unchanged ? store.lockIfFree(name) : store.lock(name);
        if (!unchanged && locked.isEmpty() && !store.insert(definition, digest)) {
            locked = store.lock(name);
        }
        locked.ifPresent(there -> write(there, definition, digest));
    }

    private void write(Schedule there, Definition definition, String digest) {
        if (!digest.equals(there.declared())) {
            store.define(definition, there.nextAt(definition.recurrence()), digest);
        }
        store.known(definition.name());
    }
}
