package io.baton.monitor;

import io.baton.Diagnosis.Cause;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.type.Names;
import io.baton.type.NearMiss;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The workers with a recent heartbeat, as one statement reads them, and the queues that are closed, each with the time at which it opens. */
record LivingWorkers(List<Living> workers, Map<String, ZonedDateTime> closed) {

    /** How long a worker may be silent if its row does not say. */
    static final long DEAD_AFTER_MILLIS = 10_000;

    private static final int MOST = 10_000;
    private static final DateTimeFormatter UNTIL =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm VV", Locale.ENGLISH);

    private static final String LIVING = """
            SELECT queues, types FROM baton_worker
            WHERE dead = FALSE AND {until seen_at} > -1000 * COALESCE(dead_after_millis, %s) LIMIT %s""".formatted(DEAD_AFTER_MILLIS, MOST);

    static LivingWorkers read(Database database, Calendars calendars) {
        return new LivingWorkers(
                database.query(
                        LIVING,
                        (row, number) -> new Living(
                                row.getString("queues").lines().collect(Collectors.toSet()),
                                row.getString("types").lines().collect(Collectors.toSet()))),
                calendars.queues().isEmpty() ? Map.of() : calendars.closed(database.now()));
    }

    /** A worker, with the queues that it serves and the types that it has handlers for. */
    record Living(Set<String> queues, Set<String> types) {}

    boolean know(String type) {
        return workers.stream().anyMatch(worker -> worker.types().contains(type));
    }

    /** Adds what holds the jobs of a type in a queue: a pause, that the queue is closed, or that no worker runs them. Returns whether nothing does. */
    boolean open(String queue, @Nullable String type, @Nullable Long pausedFor, Reasons reasons) {
        boolean paused = reasons.addPause("queue " + Reasons.quoted(queue), pausedFor);
        ZonedDateTime until = closed.get(queue);
        if (until != null) {
            String property = "baton.queues" + Names.inProperty(queue) + ".open";
            String text = "The queue " + Reasons.quoted(queue) + " is closed until " + UNTIL.format(until) + " by "
                    + property;
            reasons.add(Cause.QUEUE_CLOSED, text, "Wait, or let " + property + " and its calendar have other windows");
        }
        return served(queue, reasons) && (type == null || known(queue, type, reasons)) && !paused && until == null;
    }

    /** Adds a reason unless the queue is served. Returns whether it is. */
    private boolean served(String queue, Reasons reasons) {
        boolean served = workers.stream().anyMatch(worker -> worker.queues().contains(queue));
        if (!served) {
            reasons.add(
                    Cause.QUEUE_NOT_SERVED,
                    (workers.isEmpty() ? "No worker is alive, so none serves" : "No living worker serves")
                            + " the queue " + Reasons.quoted(queue) + near(queue, Living::queues),
                    "Start a node that serves " + Reasons.quoted(queue)
                            + ", by a handler, or by baton.queues or baton.worker.queues. If one runs, its log says why it sends no"
                            + " heartbeat, such as a transaction that holds its row in baton_worker");
        }
        return served;
    }

    /** Adds a reason unless a worker of the queue knows the type. Returns whether one does. */
    boolean known(String queue, String type, Reasons reasons) {
        boolean known = workers.stream()
                .anyMatch(worker ->
                        worker.queues().contains(queue) && worker.types().contains(type));
        if (!known) {
            reasons.add(
                    Cause.TYPE_UNKNOWN,
                    know(type)
                            ? "No living worker of the queue " + Reasons.quoted(queue) + " has a handler for the type "
                                    + Reasons.quoted(type) + "; workers of other queues have one"
                            : "No living worker has a handler for the type " + Reasons.quoted(type)
                                    + near(type, Living::types),
                    "Deploy a handler for " + Reasons.quoted(type) + " to a node that serves " + Reasons.quoted(queue)
                            + ", use @JobHandler(\"" + type + "\") after a renaming, or cancel the jobs");
        }
        return known;
    }

    private String near(String name, Function<Living, Set<String>> names) {
        Set<String> all = new TreeSet<>();
        workers.forEach(worker -> all.addAll(names.apply(worker)));
        return "." + NearMiss.question(name, all);
    }
}
