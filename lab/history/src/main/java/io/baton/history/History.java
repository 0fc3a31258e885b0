package io.baton.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** All that is known, in the form in which checks need it. */
final class History {

    /** Later than every time, so far that sums do not overflow. */
    static final long NEVER = Long.MAX_VALUE / 4;

    final Map<String, Operation> operations = new LinkedHashMap<>();
    final Map<Long, Item> items = new LinkedHashMap<>();
    final Map<String, Run> runs = new LinkedHashMap<>();
    final Map<Long, Row> rows = new LinkedHashMap<>();
    final List<Row> secondRows = new ArrayList<>();

    final Map<String, Fault> faults = new LinkedHashMap<>();
    final Map<String, Long> killed = new LinkedHashMap<>();
    final Map<String, Long> stopped = new HashMap<>();

    final Map<Long, List<Operation>> cancellations = new HashMap<>();
    final Map<String, List<Operation>> seals = new HashMap<>();
    final Map<String, NavigableMap<Long, Long>> capacities = new HashMap<>();
    final Map<String, Rate> rates = new HashMap<>();
    final List<Schedule> schedules = new ArrayList<>();

    /** By share. */
    final Map<String, List<Pause>> pauses = new HashMap<>();

    final List<Wait> waits = new ArrayList<>();

    /** By share; that of the others is 1. */
    final Map<String, Long> weights = new HashMap<>();

    /** Runs by the item that they saw. */
    final Map<Long, List<Run>> readers = new HashMap<>();

    final List<Action> actions = new ArrayList<>();
    final List<Performed> performed = new ArrayList<>();

    /** How often there is an effect, by the name of its run. */
    final Map<String, Integer> effects = new LinkedHashMap<>();

    final Set<String> ledger = new HashSet<>();
    final Map<Long, List<Chunk>> chunks = new LinkedHashMap<>();
    final Map<String, String> recorded = new HashMap<>();
    final List<Holder> permitsLeft = new ArrayList<>();
    final List<Holder> keysLeft = new ArrayList<>();

    long deadAfter;
    long heartbeat;
    long reconnect;
    long jitter;
    /** How many turns another share may have more while a job of one waits; {@link Event#NONE} if nothing is said about that. */
    long moreStarts = Event.NONE;

    private final Map<Long, List<Run>> runsByJob = new LinkedHashMap<>();
    private final Map<Long, List<Run>> runsByItem = new HashMap<>();
    private final Map<Long, List<Row>> rowsByItem = new HashMap<>();
    private final Map<String, List<Item>> members = new HashMap<>();

    /** How a job ended. */
    enum State {
        COMPLETED,
        CANCELLED,
        DEAD,
        LEFT
    }

    /** A job in the tables; the attempt is {@link Event#NONE} where it is not known. */
    record Row(long job, State state, long item, long attempt) {}

    /** The rate of a limit, and the jobs that may start at once. */
    record Rate(long permits, long perNanos, long burst) {}

    /**
     * When a share is paused.
     *
     * @param requested since when a node may know it
     * @param from since when all nodes do
     */
    record Pause(long requested, long from, long to) {}

    /** When an item was seen to be ready, again and again. */
    record Wait(long item, long from, long to) {}

    /** What has a permit, or a unique key. */
    record Holder(String name, long job) {}

    /** Rows that a chunk has committed, to one that is not included. */
    record Chunk(long from, long to) {}

    /** An action of {@code Once}. */
    static final class Action {

        final Run run;
        final String key;
        final String token;
        final long start;
        long end = NEVER;
        Outcome outcome = Outcome.UNKNOWN;

        Action(Run run, Event act) {
            this.run = run;
            this.key = act.text("key");
            this.token = act.text("token");
            this.start = act.nanos();
        }
    }

    /** What {@code Once} returned to a run. */
    record Performed(Run run, String key, Result result, long at) {

        enum Result {
            PERFORMED,
            ALREADY,
            SKIPPED,
            FAILED
        }
    }

    /** Relates what was added to each other. */
    void complete() {
        for (Run run : runs.values()) {
            runsByJob.computeIfAbsent(run.job, job -> new ArrayList<>(2)).add(run);
            if (run.item != Event.NONE) {
                runsByItem.computeIfAbsent(run.item, item -> new ArrayList<>(2)).add(run);
            }
        }
        Comparator<Run> byStart = Comparator.comparingLong(run -> run.start);
        runsByJob.values().forEach(each -> each.sort(byStart));
        runsByItem.values().forEach(each -> each.sort(byStart));
        for (Row row : rows.values()) {
            long number = itemNumber(row);
            if (number != Event.NONE) {
                rowsByItem.computeIfAbsent(number, item -> new ArrayList<>(1)).add(row);
            }
        }
        for (Item item : items.values()) {
            if (!item.group.isEmpty()) {
                members.computeIfAbsent(item.group, group -> new ArrayList<>()).add(item);
            }
        }
        operations.values().forEach(operation -> operation.ledgerFound = ledger.contains(operation.id));
    }

    /** Returns the runs of each job, by their start. */
    Collection<List<Run>> runsOfJobs() {
        return runsByJob.values();
    }

    List<Run> runsOfJob(long job) {
        return runsByJob.getOrDefault(job, List.of());
    }

    List<Run> runsOf(Item item) {
        return runsByItem.getOrDefault(item.number, List.of());
    }

    List<Row> rowsOf(Item item) {
        return rowsByItem.getOrDefault(item.number, List.of());
    }

    /** Returns whether there was a job whose payload has the number of the item. */
    boolean exists(Item item) {
        return !runsOf(item).isEmpty() || !rowsOf(item).isEmpty();
    }

    /** Returns the jobs whose payload has the number of the item. */
    Set<Long> jobsOf(Item item) {
        Set<Long> jobs = new HashSet<>();
        runsOf(item).forEach(run -> jobs.add(run.job));
        rowsOf(item).forEach(row -> jobs.add(row.job()));
        return jobs;
    }

    boolean isIn(State state, long job) {
        Row row = rows.get(job);
        return row != null && row.state() == state;
    }

    boolean isIn(State state, Item item) {
        return rowsOf(item).stream().anyMatch(row -> row.state() == state);
    }

    /** Returns the item of a job; null for a tick. */
    @Nullable
    Item itemOf(Row row) {
        return items.get(itemNumber(row));
    }

    private long itemNumber(Row row) {
        List<Run> own = runsOfJob(row.job());
        return row.item() == Event.NONE && !own.isEmpty() ? own.get(0).item : row.item();
    }

    /** Returns the item of a run; null for a tick. */
    @Nullable
    Item itemOf(Run run) {
        return items.get(run.item);
    }

    List<Item> members(String group) {
        return members.getOrDefault(group, List.of());
    }

    /** Returns the earliest time at which the job of an item may have been cancelled. */
    long cancelled(Item item) {
        return earliest(cancellations.getOrDefault(item.number, List.of()));
    }

    /** Returns the earliest time at which a group may have been sealed. */
    long sealed(String group) {
        return earliest(seals.getOrDefault(group, List.of()));
    }

    private static long earliest(List<Operation> operations) {
        return operations.stream()
                .filter(Operation::mayBeCommitted)
                .mapToLong(operation -> operation.invoked)
                .min()
                .orElse(NEVER);
    }

    /** Returns when the first run of several ended well. */
    static long firstOk(List<Run> runs) {
        return first(runs, run -> run.isOk() ? run.end : NEVER);
    }

    static long firstStart(List<Run> runs) {
        return first(runs, run -> run.start);
    }

    private static long first(List<Run> runs, ToLongFunction<Run> time) {
        return runs.stream().mapToLong(time).min().orElse(NEVER);
    }

    /** Returns what is declared for a limit: for the key that follows the first colon, or for all keys. */
    static <V> @Nullable V declared(Map<String, V> limits, String name) {
        V own = limits.get(name);
        int colon = name.indexOf(':');
        return own != null || colon < 0 ? own : limits.get(name.substring(0, colon));
    }

    /** Returns the capacities of a semaphore by the time from which they hold. */
    NavigableMap<Long, Long> capacities(String name) {
        return capacities.computeIfAbsent(name, limit -> new TreeMap<>());
    }
}
