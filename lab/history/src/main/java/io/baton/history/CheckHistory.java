package io.baton.history;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Checks a directory of histories: {@code CheckHistory <directory> [promise..]}, all promises by default. */
public final class CheckHistory {

    /** The exit code if a promise did not hold, or nothing was proved of it. */
    public static final int VIOLATED = 3;

    /** The names of all promises. */
    public static final List<String> PROMISES = List.of(
            "completeness exclusive effects permits rates ticks batches flows unique once chunks recovery shares"
                    .split(" ", -1));

    private final History history;
    private final Claims claims;
    private final Verdict verdict = new Verdict();

    private CheckHistory(History history) {
        this.history = history;
        this.claims = new Claims(history);
    }

    /** Prints violations and figures, and exits with {@link #VIOLATED} if there are violations. */
    public static void main(String[] arguments) {
        List<String> all = List.of(arguments);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("CheckHistory <directory> [promise..], of " + PROMISES);
        }
        List<String> promises = all.size() > 1 ? all.subList(1, all.size()) : PROMISES;
        System.exit(check(Path.of(all.get(0)), promises).print(System.out) ? 0 : VIOLATED);
    }

    /**
     * Checks promises.
     *
     * @param promises some of {@link #PROMISES}
     * @throws MalformedHistoryException if there is a line that does not follow the rules
     */
    public static Verdict check(Path directory, Collection<String> promises) {
        return check(HistoryReader.read(directory), promises);
    }

    static Verdict check(History history, Collection<String> promises) {
        return new CheckHistory(history).judge(promises);
    }

    private Verdict judge(Collection<String> promises) {
        verdict.figure("jobs", history.runsOfJobs().size());
        for (String promise : promises) {
            Findings findings = new Findings(promise);
            create(promise, findings).check();
            verdict.add(findings);
        }
        verdict.complete();
        return verdict;
    }

    private Check create(String promise, Findings findings) {
        return switch (promise) {
            case "completeness" -> new Completeness(history, claims, findings);
            case "exclusive" -> new ExclusiveRuns(history, claims, findings, verdict);
            case "effects" -> new CommittedEffects(history, findings);
            case "permits" -> new PermitLimits(history, claims, findings);
            case "rates" -> new RateLimits(history, claims, findings);
            case "ticks" -> new Ticks(history, findings);
            case "batches" -> new Groups(Groups.BATCH, history, findings);
            case "flows" -> new Groups(Groups.FLOW, history, findings);
            case "unique" -> new UniqueRequests(history, claims, findings);
            case "once" -> new OnceActions(history, claims, findings);
            case "chunks" -> new ChunkPositions(history, findings);
            case "recovery" -> new RecoveryTimes(history, findings, verdict);
            case "shares" -> new ShareTurns(history, claims, findings, verdict);
            default -> throw new IllegalArgumentException("\"" + promise + "\" is none of " + PROMISES);
        };
    }
}
