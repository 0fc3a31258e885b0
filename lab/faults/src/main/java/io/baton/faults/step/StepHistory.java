package io.baton.faults.step;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides from what jobs, receiver and senders wrote whether each step took effect once and each accepted signal was taken. */
final class StepHistory {

    private static final int SHOWN = 10;

    private final Set<Long> completed;
    private final Set<Long> waiting;
    private final List<String> violations = new ArrayList<>();
    private int rowsWrong;
    private int keysWrong;
    private int stuck;
    private int signalsLost;
    private int signalsWrong;
    private int timedOut;

    /** A job of five steps. */
    record Sent(long job, StepWork.Order work) {}

    /** A row that a step wrote in its transaction. The last step writes what the job knows of the others. */
    record Row(
            long n,
            String step,
            long job,
            @Nullable Long reserved,
            @Nullable String key,
            @Nullable Long seen) {}

    /** A call that the receiver had. */
    record Call(long job, String key) {}

    /**
     * What a sender was told.
     *
     * @param isAccepted whether the job has the signal or will find it
     * @param isExact whether this committed with the signal, so that the value is the one that the job sees
     */
    record Answer(long job, long value, boolean isAccepted, boolean isExact) {}

    /**
     * Judges a history.
     *
     * @param completed the ids of jobs that are completed
     * @param waiting the ids of jobs that wait for a signal
     */
    StepHistory(
            Collection<Sent> sent,
            Collection<Row> rows,
            Collection<Call> calls,
            Collection<Answer> answers,
            Set<Long> completed,
            Set<Long> waiting) {
        this.completed = completed;
        this.waiting = waiting;
        Map<Long, List<Row>> rowsOf = rows.stream().collect(Collectors.groupingBy(Row::job));
        Map<Long, List<Answer>> answersOf = answers.stream().collect(Collectors.groupingBy(Answer::job));
        Map<Long, Set<String>> keysOf = calls.stream()
                .collect(Collectors.groupingBy(Call::job, Collectors.mapping(Call::key, Collectors.toSet())));
        Map<String, Set<Long>> jobsOf = calls.stream()
                .collect(Collectors.groupingBy(Call::key, Collectors.mapping(Call::job, Collectors.toSet())));
        jobsOf.forEach((key, jobs) -> {
            if (jobs.size() > 1) {
                keysWrong++;
                found("the key " + key + " is one of the jobs " + jobs);
            }
        });
        for (Sent each : sent) {
            Set<String> keys = keysOf.getOrDefault(each.job(), Set.of());
            List<Row> own = rowsOf.getOrDefault(each.job(), List.of());
            if (!completed.contains(each.job())) {
                stuck++;
                found(each, "is not completed");
            }
            judgeKeys(each, keys);
            judgeRows(each, own, keys);
            judgeSignals(each, own, answersOf.getOrDefault(each.job(), List.of()));
        }
    }

    private void judgeKeys(Sent sent, Set<String> keys) {
        if (keys.size() > 1 || (keys.isEmpty() && completed.contains(sent.job()))) {
            keysWrong++;
            found(sent, "has called with the keys " + keys);
        }
    }

    private void judgeRows(Sent sent, List<Row> rows, Set<String> keys) {
        List<Row> reserved = rowsOf(rows, "reserve");
        List<Row> booked = rowsOf(rows, "book");
        boolean isOnce = reserved.size() <= 1 && booked.size() <= reserved.size();
        boolean isWhole = booked.size() == 1 || !completed.contains(sent.job());
        boolean isTrue = booked.stream()
                .allMatch(book -> book.reserved() != null
                        && reserved.stream().anyMatch(reserve -> reserve.n() == book.reserved())
                        && keys.contains(book.key()));
        if (!isOnce || !isWhole || !isTrue) {
            rowsWrong++;
            found(sent, "has the rows " + rows + " and the keys " + keys);
        }
    }

    private static List<Row> rowsOf(List<Row> rows, String step) {
        return rows.stream().filter(row -> row.step().equals(step)).toList();
    }

    private void judgeSignals(Sent sent, List<Row> rows, List<Answer> answers) {
        Set<Boolean> told = answers.stream().map(Answer::isAccepted).collect(Collectors.toSet());
        boolean isAccepted = told.contains(true);
        Set<Long> seen = rowsOf(rows, "book").stream().map(Row::seen).collect(Collectors.toCollection(HashSet::new));
        boolean isTimedOut = seen.remove(StepHandlers.TIMED_OUT);
        if (isAccepted && (isTimedOut || waiting.contains(sent.job()))) {
            signalsLost++;
            found(sent, "did not see a signal: " + answers);
        }
        timedOut += isTimedOut ? 1 : 0;
        boolean isRefusedWrongly = told.contains(false)
                && (told.size() > 1 || !seen.isEmpty() || !sent.work().races());
        boolean isForeign = seen.stream().anyMatch(value -> !isOf(sent, value, answers));
        if (isRefusedWrongly || isForeign || (isTimedOut && !sent.work().races())) {
            signalsWrong++;
            found(sent, "has seen " + seen + ", timed out " + isTimedOut + ": " + answers);
        }
    }

    private static boolean isOf(Sent sent, long value, List<Answer> answers) {
        return value / StepHandlers.ATTEMPTS == sent.work().number()
                && answers.stream().allMatch(answer -> !answer.isExact() || answer.value() == value);
    }

    private void found(Sent sent, String text) {
        found("job " + sent.job() + " (" + sent.work() + ") " + text);
    }

    private void found(String text) {
        if (violations.size() < SHOWN) {
            violations.add(text);
        }
    }

    /** Returns how many jobs do not have each row once, or booked something else than what was done. */
    int rowsWrong() {
        return rowsWrong;
    }

    /** Returns how many jobs called with several keys, and how many keys several jobs called with. */
    int keysWrong() {
        return keysWrong;
    }

    /** Returns how many jobs are not completed. */
    int stuck() {
        return stuck;
    }

    /** Returns how many jobs have not seen a signal that was accepted. */
    int signalsLost() {
        return signalsLost;
    }

    /** Returns how many jobs have seen what their senders know nothing of, or whose senders were told different things. */
    int signalsWrong() {
        return signalsWrong;
    }

    /** Returns how many jobs did not get their signal in time. */
    int timedOut() {
        return timedOut;
    }

    /** Returns the first of all these. */
    List<String> violations() {
        return violations;
    }
}
