package io.baton.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds events to a history, in any order of their files. */
final class HistoryBuilder {

    private final History history = new History();
    private final Map<String, History.Action> actions = new HashMap<>();
    private final Map<List<String>, Set<String>> sets = new HashMap<>();
    private Map<Long, Long> ready = Map.of();
    private long lastReady;

    History build() {
        history.complete();
        return history;
    }

    /**
     * Adds an event.
     *
     * @throws IllegalArgumentException if a value is none of its kind, or it does not follow what was added
     */
    void add(Event event) {
        switch (event.word()) {
            case SETTINGS -> settings(event);
            case STARTED -> {}
            case STOPPED -> history.stopped.put(event.text("process"), event.nanos());
            case KILLED -> once(history.killed.put(event.text("process"), event.nanos()), event);
            case FAULT -> once(history.faults.put(event.text("id"), new Fault(event, set(event, "target"))), event);
            case HEALED -> known(history.faults, event.text("id")).to = event.nanos();
            case INVOKE -> once(history.operations.put(event.text("op"), new Operation(event)), event);
            case ENQUEUE -> enqueue(event);
            case ASSIGNED -> assign(event);
            case CANCEL ->
                history.cancellations
                        .computeIfAbsent(event.number("item"), item -> new ArrayList<>(1))
                        .add(known(history.operations, event.text("op")));
            case SEAL ->
                history.seals
                        .computeIfAbsent(event.text("group"), group -> new ArrayList<>(1))
                        .add(known(history.operations, event.text("op")));
            case OK -> settle(event, Outcome.OK);
            case FAILED -> settle(event, Outcome.FAILED);
            case UNKNOWN -> settle(event, Outcome.UNKNOWN);
            case SEMAPHORE -> history.capacities(event.text("name")).put(event.nanos(), event.number("capacity"));
            case RATE ->
                history.rates.put(
                        event.text("name"),
                        new History.Rate(event.number("permits"), event.millis("per"), event.number("burst")));
            case FAIR -> history.moreStarts = event.number("more-starts");
            case WEIGHT -> history.weights.put(event.text("share"), event.number("weight"));
            case PAUSED ->
                pauses(event).add(new History.Pause(event.nanos() - event.millis("lag"), event.nanos(), History.NEVER));
            case RESUMED -> resume(event);
            case READY -> ready(event);
            case SCHEDULE -> history.schedules.add(Schedule.of(event));
            case RUN -> run(event);
            case ENDED -> end(event);
            case SAW -> saw(event);
            case ACT -> act(event);
            case ACTED -> acted(event);
            case PERFORMED -> performed(event);
            case JOB -> job(event);
            case EFFECT -> history.effects.merge(event.text("run"), 1, Integer::sum);
            case CHUNK ->
                history.chunks
                        .computeIfAbsent(event.number("item"), item -> new ArrayList<>())
                        .add(new History.Chunk(event.number("from"), event.number("to")));
            case LEDGER -> history.ledger.add(event.text("op"));
            case HELD -> history.permitsLeft.add(new History.Holder(event.text("permit"), event.number("job")));
            case KEY -> history.keysLeft.add(new History.Holder(event.text("key"), event.number("job")));
            case RECORDED -> history.recorded.put(event.text("key"), event.text("token"));
        }
    }

    private static void once(@Nullable Object before, Event event) {
        if (before != null) {
            throw new IllegalArgumentException("the same " + event.word().text() + " again");
        }
    }

    private static <K, V> V known(Map<K, V> all, K key) {
        V found = all.get(key);
        if (found == null) {
            throw new IllegalArgumentException("there is no " + key + " before this line");
        }
        return found;
    }

    /** Returns the elements of a list, which many events share. */
    private Set<String> set(Event event, String field) {
        return sets.computeIfAbsent(event.list(field), elements -> new LinkedHashSet<>(elements));
    }

    private void settings(Event event) {
        history.deadAfter = event.millis("dead-after");
        history.heartbeat = event.millis("heartbeat");
        history.reconnect = event.millis("reconnect");
        history.jitter = event.millis("jitter");
    }

    private List<History.Pause> pauses(Event event) {
        return history.pauses.computeIfAbsent(event.text("share"), share -> new ArrayList<>(1));
    }

    private void resume(Event event) {
        List<History.Pause> all = pauses(event);
        if (all.isEmpty() || all.get(all.size() - 1).to() != History.NEVER) {
            throw new IllegalArgumentException("the share is not paused before this line");
        }
        History.Pause last = all.remove(all.size() - 1);
        all.add(new History.Pause(last.requested(), last.from(), event.nanos()));
    }

    /** An item has waited from the first to the last of the lines that follow each other and contain it. */
    private void ready(Event event) {
        Map<Long, Long> since = new HashMap<>();
        for (String item : event.list("items")) {
            long number = Long.parseLong(item);
            since.put(number, ready.getOrDefault(number, event.nanos()));
        }
        ready.forEach((item, from) -> {
            if (!since.containsKey(item) && from < lastReady) {
                history.waits.add(new History.Wait(item, from, lastReady));
            }
        });
        ready = since;
        lastReady = event.nanos();
    }

    private void enqueue(Event event) {
        Item item = new Item(event, known(history.operations, event.text("op")), set(event, "after"));
        once(history.items.put(item.number, item), event);
        item.operation.items.add(item);
    }

    private void assign(Event event) {
        Item item = known(history.items, event.number("item"));
        item.job = event.number("job");
        item.as = event.choice("as", Item.Assigned.class);
        item.assigned = event.nanos();
    }

    private void settle(Event event, Outcome outcome) {
        Operation operation = known(history.operations, event.text("op"));
        if (operation.returned != History.NEVER) {
            throw new IllegalArgumentException("the operation has returned before");
        }
        operation.outcome = outcome;
        operation.returned = event.nanos();
    }

    private void run(Event event) {
        Run run = new Run(event, set(event, "permits"), set(event, "rates"));
        once(history.runs.put(run.id, run), event);
    }

    /** What the handler itself writes counts, whatever another thread writes about its claim before or after that. */
    private void end(Event event) {
        Run run = known(history.runs, event.text("run"));
        Outcome outcome = event.choice("outcome", Outcome.class);
        if (outcome == Outcome.LOST) {
            run.isLost = true;
        } else if (outcome != Outcome.UNKNOWN) {
            once(run.outcome == Outcome.UNKNOWN ? null : run, event);
            run.outcome = outcome;
        }
        run.end = Math.min(run.end, event.nanos());
    }

    private void saw(Event event) {
        Run run = known(history.runs, event.text("run"));
        for (String item : event.list("items")) {
            history.readers
                    .computeIfAbsent(Long.parseLong(item), each -> new ArrayList<>(1))
                    .add(run);
        }
    }

    private void act(Event event) {
        History.Action action = new History.Action(known(history.runs, event.text("run")), event);
        history.actions.add(action);
        actions.put(action.run.id + " " + action.key, action);
    }

    private void acted(Event event) {
        History.Action action = actions.remove(event.text("run") + " " + event.text("key"));
        if (action == null) {
            throw new IllegalArgumentException("no such action has begun before this line");
        }
        action.outcome = event.choice("outcome", Outcome.class);
        action.end = event.nanos();
    }

    private void performed(Event event) {
        history.performed.add(new History.Performed(
                known(history.runs, event.text("run")),
                event.text("key"),
                event.choice("result", History.Performed.Result.class),
                event.nanos()));
    }

    private void job(Event event) {
        History.Row row = new History.Row(
                event.number("job"),
                event.choice("state", History.State.class),
                event.number("item", Event.NONE),
                event.number("attempt", Event.NONE));
        History.Row before = history.rows.putIfAbsent(row.job(), row);
        if (before != null) {
            history.secondRows.add(row);
        }
    }
}
