package io.baton.faults.step;

import io.baton.JobState;
import io.baton.faults.step.StepWork.End;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides from what jobs, receiver and senders wrote whether each step took effect once, each accepted signal was taken, and what jobs did that were cancelled
 * or are dead was undone.
 */
final class StepHistory {

    private static final int SHOWN = 10;

    private final Map<Long, JobState> ends;
    private final Set<Long> waiting;
    private final List<String> violations = new ArrayList<>();
    private int rowsWrong;
    private int keysWrong;
    private int stuck;
    private int signalsLost;
    private int signalsWrong;
    private int undoWrong;
    private int timedOut;
    private int undone;
    private int undoneUncertain;
    private int cancelled;
    private int dead;

    /** A job with steps. */
    record Sent(long job, StepWork.Order work) {}

    /**
     * A row that a step wrote in its transaction; the last one writes what the job knows of the others. Or one that each run wrote outside of steps: what
     * it saw of its wait, and the two items that it took, as {@code reserved} and {@code seen}.
     */
    record Row(
            long n,
            String step,
            long job,
            @Nullable Long reserved,
            @Nullable String key,
            @Nullable Long seen) {}

    /**
     * A call that the receiver had.
     *
     * @param isHeld whether the claim of the job held meanwhile
     * @param isDone whether it counts as done, since no exception says that it is not
     */
    record Call(long n, long job, String key, boolean isHeld, boolean isDone) {}

    /**
     * An undo that took effect, with the result of its step.
     *
     * @param tried the steps that this call of the handler had tried to undo before
     */
    record Undo(
            long n,
            String step,
            long job,
            @Nullable Long reserved,
            @Nullable String charged,
            String key,
            String tried) {}

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
     * @param ends the states of jobs that are completed, cancelled or dead
     * @param waiting the ids of jobs that wait for a signal
     */
    StepHistory(
            Collection<Sent> sent,
            Collection<Row> rows,
            Collection<Call> calls,
            Collection<Undo> undos,
            Collection<Answer> answers,
            Map<Long, JobState> ends,
            Set<Long> waiting) {
        this.ends = ends;
        this.waiting = waiting;
        Map<Long, List<Row>> rowsOf = rows.stream().collect(Collectors.groupingBy(Row::job));
        Map<Long, List<Answer>> answersOf = answers.stream().collect(Collectors.groupingBy(Answer::job));
        Map<Long, List<Call>> callsOf = calls.stream().collect(Collectors.groupingBy(Call::job));
        Map<Long, List<Undo>> undosOf = undos.stream().collect(Collectors.groupingBy(Undo::job));
        Map<String, Set<String>> usersOf = new HashMap<>();
        calls.forEach(call ->
                usersOf.computeIfAbsent(call.key(), key -> new HashSet<>()).add("the charge of job " + call.job()));
        undos.forEach(undo -> usersOf.computeIfAbsent(undo.key(), key -> new HashSet<>())
                .add("the undo of " + undo.step() + " of job " + undo.job()));
        usersOf.forEach((key, users) -> {
            if (users.size() > 1) {
                keysWrong++;
                found("the key " + key + " is one of " + users);
            }
        });
        for (Sent each : sent) {
            List<Call> called = callsOf.getOrDefault(each.job(), List.of());
            Set<String> keys = called.stream().map(Call::key).collect(Collectors.toSet());
            List<Row> own = rowsOf.getOrDefault(each.job(), List.of());
            judgeEnd(each);
            judgeKeys(each, keys);
            judgeRows(each, own, keys);
            judgeSignals(each, own, answersOf.getOrDefault(each.job(), List.of()));
            judgeUndos(each, own, called, undosOf.getOrDefault(each.job(), List.of()));
        }
    }

    private void judgeEnd(Sent sent) {
        JobState end = ends.get(sent.job());
        boolean isRight =
                switch (sent.work().end()) {
                    case COMPLETES -> end == JobState.COMPLETED;
                    case IS_CANCELLED -> end == JobState.COMPLETED || end == JobState.CANCELLED;
                    case CANCELS -> end == JobState.CANCELLED;
                    case IS_REJECTED -> end == JobState.DEAD;
                };
        if (!isRight) {
            stuck++;
            found(sent, "is " + end);
        }
        cancelled += end == JobState.CANCELLED && sent.work().end() == End.IS_CANCELLED ? 1 : 0;
        dead += end == JobState.DEAD ? 1 : 0;
    }

    private boolean isCompleted(Sent sent) {
        return ends.get(sent.job()) == JobState.COMPLETED;
    }

    private boolean isUndone(Sent sent) {
        return ends.get(sent.job()) == JobState.CANCELLED || ends.get(sent.job()) == JobState.DEAD;
    }

    private void judgeKeys(Sent sent, Set<String> keys) {
        if (keys.size() > 1 || (keys.isEmpty() && isCompleted(sent))) {
            keysWrong++;
            found(sent, "has called with the keys " + keys);
        }
    }

    private void judgeRows(Sent sent, List<Row> rows, Set<String> keys) {
        List<Row> reserved = rowsOf(rows, "reserve");
        List<Row> booked = rowsOf(rows, "book");
        boolean isOnce = reserved.size() <= 1 && booked.size() <= reserved.size();
        boolean isWhole = booked.size() == 1 || !isCompleted(sent);
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
        Set<Long> seen = rows.stream()
                .filter(row -> Set.of("seen", "book").contains(row.step()))
                .map(Row::seen)
                .collect(Collectors.toCollection(HashSet::new));
        boolean isDecidedTwice = seen.size() > 1;
        boolean isTimedOut = seen.remove(StepHandlers.TIMED_OUT);
        if (isAccepted && (isTimedOut || waiting.contains(sent.job()))) {
            signalsLost++;
            found(sent, "did not see a signal: " + answers);
        }
        timedOut += isTimedOut ? 1 : 0;
        boolean isRefusedWrongly = told.contains(false)
                && (told.size() > 1 || !seen.isEmpty() || (!sent.work().races() && !isUndone(sent)));
        boolean isForeign = seen.stream().anyMatch(value -> !isOf(sent, value, answers));
        boolean isOutOfOrder = rowsOf(rows, "items").stream().anyMatch(row -> !Arrays.asList(row.reserved(), row.seen())
                .equals(StepHandlers.items(sent.work().number())));
        if (isRefusedWrongly
                || isForeign
                || isDecidedTwice
                || isOutOfOrder
                || (isTimedOut && !sent.work().races())) {
            signalsWrong++;
            found(sent, "has seen " + seen + ", timed out " + isTimedOut + ": " + answers + ", " + rows);
        }
    }

    private static boolean isOf(Sent sent, long value, List<Answer> answers) {
        return value / StepHandlers.ATTEMPTS == sent.work().number()
                && answers.stream().allMatch(answer -> !answer.isExact() || answer.value() == value);
    }

    private void judgeUndos(Sent sent, List<Row> rows, List<Call> calls, List<Undo> undos) {
        String wrong = isUndone(sent) ? wrongIfUndone(rows, calls, undos) : wrongIfNot(sent, undos);
        if (wrong == null) {
            wrong = wrongOrder(rows, calls, undos);
        }
        if (wrong != null) {
            undoWrong++;
            found(sent, "is " + ends.get(sent.job()) + ", and " + wrong + ": " + rows + calls + undos);
        }
        undone += undos.size();
        undoneUncertain += (int) undos.stream()
                .filter(undo -> undo.step().equals("charge") && undo.charged() == null)
                .count();
    }

    private @Nullable String wrongIfNot(Sent sent, List<Undo> undos) {
        return isCompleted(sent) && !undos.isEmpty() ? "was undone" : null;
    }

    private static @Nullable String wrongIfUndone(List<Row> rows, List<Call> calls, List<Undo> undos) {
        for (String step : StepHandlers.STEPS) {
            List<Undo> own =
                    undos.stream().filter(undo -> undo.step().equals(step)).toList();
            if (own.stream().map(Undo::key).distinct().count() > 1) {
                return step + " was undone with several keys";
            }
            if (isDone(step, rows, calls) && own.isEmpty()) {
                return step + " was not undone";
            }
            if (!step.equals("charge") && own.size() > rowsOf(rows, step).size()) {
                return step + " was undone although it was not done, or twice";
            }
            if (!own.stream().allMatch(undo -> hasResult(undo, rows, calls))) {
                return step + " was undone with another result";
            }
        }
        return null;
    }

    /** Returns whether a step must be undone. A call counts while its claim held: one that came later need not be undone. */
    private static boolean isDone(String step, List<Row> rows, List<Call> calls) {
        return step.equals("charge")
                ? calls.stream().anyMatch(call -> call.isHeld() && call.isDone())
                : !rowsOf(rows, step).isEmpty();
    }

    /** Returns whether an undo got the result of its step. That of a call may be unknown. */
    private static boolean hasResult(Undo undo, List<Row> rows, List<Call> calls) {
        return switch (undo.step()) {
            case "reserve" ->
                rowsOf(rows, "reserve").stream().anyMatch(row -> Objects.equals(row.n(), undo.reserved()));
            case "charge" ->
                undo.charged() == null
                        || calls.stream().anyMatch(call -> call.key().equals(undo.charged()));
            default -> undo.reserved() == null && undo.charged() == null;
        };
    }

    /** An undo that fails does not stop those of earlier steps, so what counts is that it was tried. */
    private static @Nullable String wrongOrder(List<Row> rows, List<Call> calls, List<Undo> undos) {
        long first = undos.stream().mapToLong(Undo::n).min().orElse(Long.MAX_VALUE);
        if (rows.stream().anyMatch(row -> StepHandlers.STEPS.contains(row.step()) && row.n() > first)
                || calls.stream().anyMatch(call -> call.isHeld() && call.n() > first)) {
            return "a step was done after the first undo";
        }
        for (Undo undo : undos) {
            int place = StepHandlers.STEPS.indexOf(undo.step());
            boolean isAfterLater = StepHandlers.STEPS.stream()
                    .skip(place + 1L)
                    .filter(step -> isDone(step, rows, calls))
                    .allMatch(step -> undo.tried().contains(step)
                            || undos.stream().anyMatch(other -> other.step().equals(step) && other.n() < undo.n()));
            if (!isAfterLater || StepHandlers.STEPS.stream().limit(place + 1L).anyMatch(undo.tried()::contains)) {
                return undo.step() + " was undone before a later step";
            }
        }
        return null;
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

    /** Returns how many jobs called with several keys, and how many keys have several uses. */
    int keysWrong() {
        return keysWrong;
    }

    /** Returns how many jobs have not ended, or not as they had to. */
    int stuck() {
        return stuck;
    }

    /** Returns how many jobs have not seen a signal that was accepted. */
    int signalsLost() {
        return signalsLost;
    }

    /** Returns how many jobs have seen what their senders know nothing of, twice or in another order, or whose senders were told different things. */
    int signalsWrong() {
        return signalsWrong;
    }

    /** Returns how many jobs were undone wrongly. */
    int undoWrong() {
        return undoWrong;
    }

    /** Returns how many undos took effect. */
    int undone() {
        return undone;
    }

    /** Returns how many of these undid a call of which it was not known whether it was done. */
    int undoneUncertain() {
        return undoneUncertain;
    }

    /** Returns how many jobs an operator has cancelled. */
    int cancelled() {
        return cancelled;
    }

    /** Returns how many jobs are dead. */
    int dead() {
        return dead;
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
