package io.baton.history;

import java.util.Set;

/** A request for a job. Without a unique key it is stored as a job of its own. */
final class Item {

    final long number;
    final Operation operation;
    final Kind kind;
    final String key;
    final Held held;
    final String group;
    final Set<String> after;
    final long attempts;
    final long rows;
    final String share;
    long job = Event.NONE;
    Assigned as = Assigned.NOTHING;
    long assigned = History.NEVER;

    /**
     * Creates one.
     *
     * @param after the groups that it waits for
     */
    Item(Event enqueue, Operation operation, Set<String> after) {
        this.number = enqueue.number("item");
        this.operation = operation;
        this.kind = enqueue.choice("kind", Kind.class);
        this.key = enqueue.optional("key");
        this.held = key.isEmpty() ? Held.NEVER : enqueue.choice("unique", Held.class);
        this.group = enqueue.optional("group");
        this.after = after;
        this.attempts = enqueue.number("attempts", History.NEVER);
        this.rows = enqueue.number("rows", Event.NONE);
        this.share = enqueue.optional("share");
    }

    /** What its handler does. */
    enum Kind {
        PLAIN,
        TRANSACTIONAL,
        CHUNKS
    }

    /** How long its unique key is held. */
    enum Held {
        NEVER,
        START,
        FINISH,
        TIME
    }

    /** What the enqueue returned. */
    enum Assigned {
        NOTHING,
        CREATED,
        KEPT,
        RUNNING,
        REPLACED
    }

    /** Returns whether another job may stand for it. */
    boolean isUnique() {
        return held != Held.NEVER;
    }

    @Override
    public String toString() {
        return "item " + number + " of " + operation.id;
    }
}
