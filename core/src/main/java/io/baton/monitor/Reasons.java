package io.baton.monitor;

import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.Diagnosis.Reason;
import io.baton.JobId;
import io.baton.database.Micros;
import io.baton.loop.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collects the reasons of a diagnosis, and has the texts that several reasons share. */
final class Reasons {

    /** The bound of counts. This number means that there may be more. */
    static final int MOST_COUNTED = 10_001;

    /** How long a job may normally be due, in microseconds: until a poll, for jobs that no wake-up announced, and a heartbeat. */
    static final long A_MOMENT = 15_000_000;

    /** Counts the jobs of a queue, a parameter, that completed in the last minute; -1 if not counted. */
    static final String COMPLETED =
            countedOfQueue("baton_job_history WHERE state = 4 AND ended_at > {statementTime} - INTERVAL '60' SECOND");

    private static final Pattern ERROR_CLASS =
            Pattern.compile("^[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}\\p{N}_$]+)+(?=[:\r\n]|$)");
    /** The longest pause that has an end. */
    static final Duration FOR_EVER = Duration.ofDays(36_525);

    private final List<Reason> reasons = new ArrayList<>();

    static Diagnosis only(Cause cause, String text, @Nullable String action) {
        return new Reasons().add(cause, text, action).diagnosis();
    }

    Reasons add(Cause cause, String text, @Nullable String action) {
        return add(cause, text, action, List.of());
    }

    Reasons add(Cause cause, String text, @Nullable String action, List<JobId> jobs) {
        reasons.add(new Reason(cause, text, action, jobs));
        return this;
    }

    /** Adds a reason for a due job: it starts soon or, if it has been due for longer than {@link #A_MOMENT}, has this cause. */
    void addDue(long dueIn, Cause late, String found, String action) {
        boolean soon = -dueIn <= A_MOMENT;
        String due =
                ". It has been due for " + span(dueIn) + (soon ? ", which a living node finds within seconds" : "");
        add(soon ? Cause.READY_SOON : late, found + due, soon ? null : action);
    }

    boolean isEmpty() {
        return reasons.isEmpty();
    }

    Diagnosis diagnosis() {
        return new Diagnosis(reasons);
    }

    /** Adds the pause of a queue or of a share, if it has one. Returns whether it has. */
    boolean addPause(String what, @Nullable Long left) {
        if (left == null || left <= 0) {
            return false;
        }
        Duration pause = Micros.duration(left);
        boolean endless = pause.compareTo(FOR_EVER) > 0;
        add(
                Cause.QUEUE_PAUSED,
                "The " + what + " is paused " + (endless ? "until it is resumed" : "for " + DurationText.of(pause)),
                "Resume the " + what + (endless ? "" : ", or wait"));
        return true;
    }

    /** Returns how many jobs come first and, unless a count has reached its bound, how long they take at the present rate. */
    static String queueing(long jobs, long rate) {
        return count(jobs)
                + (rate <= 0 || jobs >= MOST_COUNTED
                        ? ""
                        : "; the queue completed " + rate + " in the last minute, so this takes about "
                                + DurationText.of(Duration.ofSeconds(60 * jobs / rate)));
    }

    static String count(long jobs) {
        return (jobs >= MOST_COUNTED ? "more than 10,000" : jobs) + (jobs == 1 ? " job" : " jobs");
    }

    /** Returns a text for the number of claimed jobs of a queue, as {@link #countedOfQueue} counts them. */
    static String claimed(long running) {
        return running < 0
                ? "more than 10,000 jobs of all queues are claimed, and those of it were not counted"
                : (running == 0 ? "no job" : count(running)) + " of it " + (running > 1 ? "are claimed" : "is claimed");
    }

    /** Returns a text that a count of one queue is among the first rows of all queues; empty if all rows were read or all are of this queue. */
    static String among(long read, long counted) {
        return read < MOST_COUNTED || counted >= MOST_COUNTED ? "" : " among the first 10,000 of all queues";
    }

    /** Returns a text with another possible reason, if the claimed jobs of a queue were not counted; else an empty text. */
    static String orBusy(long running) {
        return running < 0 ? ", or all threads may be busy" : "";
    }

    /** Returns the first ten names in quotation marks, and how many more there are. */
    static String names(Collection<String> names) {
        String shown = names.stream().limit(10).map(Reasons::quoted).collect(Collectors.joining(", "));
        return names.size() > 10 ? shown + " and " + (names.size() - 10) + " more" : shown;
    }

    static String quoted(String name) {
        return "\"" + name + "\"";
    }

    /** Returns a text with the class at the start of an error, never its message; empty if there is none. */
    static String failure(@Nullable String error) {
        Matcher type = ERROR_CLASS.matcher(error == null ? "" : error);
        return type.find() ? " with " + type.group() : "";
    }

    static String span(long micros) {
        return DurationText.of(Micros.duration(Math.abs(micros)));
    }

    /** Returns a query of the first jobs by the end of their waits, with their queues, which are null for jobs that do not wait. */
    static String suspended(int limit) {
        return """
                SELECT job_id, (SELECT j.queue FROM baton_job j WHERE j.id = job_id AND j.state = 7) AS queue FROM (
                    SELECT job_id FROM baton_step WHERE until_at IS NOT NULL ORDER BY until_at, job_id LIMIT %s) AS open_waits""".formatted(limit);
    }

    /** Returns an expression that counts the rows from one stored name, a parameter, to another one; it is -1 if the rows of all queues are too many to be counted. */
    static String countedOfQueue(String rows) {
        return """
                (SELECT CASE WHEN COUNT(*) = %1$s THEN -1 ELSE SUM(CASE WHEN queue >= ? AND queue < ? THEN 1 ELSE 0 END) END
                FROM (SELECT queue FROM %2$s LIMIT %1$s) AS counted)""".formatted(MOST_COUNTED, rows);
    }
}
