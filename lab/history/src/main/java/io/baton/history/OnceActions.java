package io.baton.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An action of {@code Once} is repeated only after one that failed, or that is uncertain: its run lost its claim, or may have, before the result was returned. Every
 * repetition has the same idempotency key. What is said to be performed was performed, and is recorded.
 */
record OnceActions(History history, Claims claims, Findings findings) implements Check {

    @Override
    public void check() {
        Map<String, Long> recorded = new HashMap<>();
        Map<String, List<History.Action>> byKey = new HashMap<>();
        for (History.Performed result : history.performed) {
            if (result.result() == History.Performed.Result.PERFORMED) {
                recorded.put(result.run().id + " " + result.key(), result.at());
            }
        }
        history.actions.forEach(action ->
                byKey.computeIfAbsent(action.key, key -> new ArrayList<>(1)).add(action));
        for (List<History.Action> actions : byKey.values()) {
            actions.sort(Comparator.comparingLong(action -> action.start));
            for (int i = 0; i < actions.size(); i++) {
                findings.judged++;
                for (History.Action earlier : actions.subList(0, i)) {
                    long at = recorded.getOrDefault(earlier.run.id + " " + earlier.key, History.NEVER);
                    compare(earlier, at, actions.get(i));
                }
            }
        }
        history.performed.forEach(result -> performed(result, byKey.getOrDefault(result.key(), List.of())));
    }

    private void compare(History.Action first, long recorded, History.Action second) {
        if (!first.token.equals(second.token)) {
            findings.broken("the action " + first.key + " is repeated with another idempotency key");
        }
        long lost = claims.heldUntil(first.run);
        boolean isUncertain = lost <= recorded && (lost <= second.start || first.run.isLost);
        boolean hasFailed = first.outcome == Outcome.FAILED && first.end <= second.start;
        // of a process that was silent meanwhile, and acts although its claim is lost
        boolean isFenced = claims.heldUntil(second.run) <= second.start;
        if (!isUncertain && !hasFailed && !isFenced) {
            findings.doubled("the action " + first.key + " is repeated by " + second.run + " after " + first.run);
        }
    }

    private void performed(History.Performed result, List<History.Action> actions) {
        boolean isPerformed = result.result() == History.Performed.Result.PERFORMED;
        if (isPerformed || result.result() == History.Performed.Result.ALREADY) {
            boolean isTrue = actions.stream()
                    .anyMatch(action -> action.outcome == Outcome.OK
                            && action.end <= result.at()
                            && (!isPerformed || action.run.equals(result.run())));
            if (!isTrue) {
                findings.lost("the action " + result.key() + " is said to be performed to " + result.run());
            }
        }
        if (isPerformed
                && claims.heldUntil(result.run()) > result.at()
                && !history.recorded.containsKey(result.key())) {
            findings.lost("the action " + result.key() + " was performed and is not recorded");
        }
    }
}
