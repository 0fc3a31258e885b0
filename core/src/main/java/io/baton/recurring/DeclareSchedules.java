package io.baton.recurring;

import io.baton.BatonException;
import io.baton.Recurrence;
import io.baton.database.Transactions;
import io.baton.enqueue.Enqueuer;
import io.baton.loop.LogText;
import io.baton.type.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what the code of a node says about schedules. What was changed at run time stays until the code says something else. */
public record DeclareSchedules(
        ScheduleStore store,
        Transactions transactions,
        Enqueuer enqueuer,
        ScheduleChanges changes,
        KnownSchedules known) {

    private static final Logger log = LoggerFactory.getLogger(DeclareSchedules.class);

    /**
     * A schedule as the code says it.
     *
     * @param payload that of its jobs; null if they have none
     */
    public record Declared(
            String name, String type, @Nullable Object payload, Recurrence recurrence) {}

    /**
     * Declares what the code of this node says, which has handlers of these types.
     *
     * @throws BatonException if a schedule cannot be kept
     */
    public void declare(List<Declared> all, Set<String> types) {
        List<Definition> definitions = new ArrayList<>();
        for (Declared each : all) {
            definitions.add(definition(each));
        }
        for (Definition each : definitions) {
            write(each);
        }
        known.are(definitions.stream().map(Definition::name).collect(Collectors.toSet()), types);
        changes.announce();
    }

    /** One that this node cannot read keeps no other from being declared. */
    private void write(Definition definition) {
        try {
            transactions.run(() -> {
                declare(definition);
                return true;
            });
        } catch (UnreadableScheduleException e) {
            log.warn("What the code says of a recurring job is not written: {}", LogText.of(e.getMessage()));
        }
    }

    private Definition definition(Declared declared) {
        Object payload = declared.payload();
        JobTemplate template = JobTemplate.of(
                payload == null
                        ? enqueuer.prepareNamed(declared.type(), options -> {})
                        : enqueuer.prepare(payload, options -> options.type(declared.type())));
        return new Definition(Names.recurring(declared.name()), declared.recurrence(), template);
    }

    private void declare(Definition definition) {
        String digest = definition.digest();
        if (isSaid(definition.name(), digest)) {
            store.lockIfFree(definition.name()).ifPresent(free -> write(free, definition, digest));
            return;
        }
        Schedule there = store.lock(definition.name()).orElse(null);
        if (there == null) {
            if (store.insert(definition, DueTicks.first(definition.recurrence(), store.now()), digest)) {
                return;
            }
            there = store.lock(definition.name()).orElse(null);
        }
        if (there != null) {
            write(there, definition, digest);
        }
    }

    /** Then there is no need to wait for a locked row; it is marked as known later as well. */
    private boolean isSaid(String name, String digest) {
        return store.find(name).filter(there -> digest.equals(there.declared())).isPresent();
    }

    private void write(Schedule there, Definition definition, String digest) {
        if (!digest.equals(there.declared())) {
            store.define(definition, there.nextAt(definition.recurrence()), digest);
        }
        store.known(definition.name());
    }
}
