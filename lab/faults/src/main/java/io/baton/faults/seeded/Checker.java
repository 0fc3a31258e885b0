package io.baton.faults.seeded;

import io.baton.faults.Report;
import io.baton.faults.cluster.ClusterWork;
import io.baton.faults.cluster.ClusterWork.Kind;
import io.baton.faults.server.Server;
import io.baton.history.CheckHistory;
import io.baton.history.Verdict;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Seeds each bug and checks that the checker of histories finds it. Without a bug, it must find nothing. */
public final class Checker {

    /** Long enough for all that has to happen in jobs with steps. */
    private static final Duration SOUND = Duration.ofSeconds(10);

    private static final Duration WITH_BUG = Duration.ofSeconds(5);

    private final Trial trial;
    private final Report report;
    private final List<String> names;

    private Checker(Trial trial, Report report, List<String> names) {
        this.trial = trial;
        this.report = report;
        this.names = names;
    }

    /**
     * Runs trials on a server of its own. What was written is kept if something is wrong.
     *
     * @param names parts, and the bugs that are tried; all if there are none
     */
    public static Report run(List<String> names, long seed) {
        Report report = Report.of("checker");
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Server server = Server.Kind.POSTGRES.start(place.directory(), reaper)) {
            System.out.println("seed " + seed + ", in " + place.directory());
            Checker checker = new Checker(new Trial(server, place.directory(), seed), report, names);
            report.check(
                    checker.isNamed("clusters") || checker.isNamed("steps"),
                    "nothing is proved, since no part is one of " + names);
            if (checker.isNamed("clusters")) {
                checker.run();
            }
            if (checker.isNamed("steps")) {
                checker.runSteps();
            }
            if (!report.violations().isEmpty()) {
                System.out.println("What was written is in " + place.directory());
                place.keep();
            }
        }
        return report;
    }

    private void run() {
        // nothing is to be recovered from without faults, and no job has a share
        List<String> all = CheckHistory.PROMISES.stream()
                .filter(promise -> !List.of("recovery", "shares").contains(promise))
                .toList();
        sound("sound", ClusterWork.ENQUEUED, all);
        sound("sound_without_claims", List.of(Kind.WRITTEN), List.of("completeness", "effects"));
        int found = 0;
        for (Bug bug : Bug.values()) {
            found += isFound(bug) ? 1 : 0;
        }
        report.figures().put("bugs_seeded", Bug.values().length);
        report.figures().put("bugs_found", found);
    }

    private boolean isNamed(String name) {
        return names.isEmpty() || names.contains(name);
    }

    private void runSteps() {
        soundSteps("steps_sound", null);
        soundSteps("steps_sound_and_slow", new Seed(StepBug.NONE));
        List<StepBug> bugs = Stream.of(StepBug.values())
                .filter(bug -> names.size() <= 1 || names.contains(bug.label()))
                .toList();
        report.check(!bugs.isEmpty(), "nothing is proved, since no bug is one of " + names);
        report.figures().put("steps_bugs_seeded", bugs.size());
        report.figures()
                .put("steps_bugs_found", bugs.stream().filter(this::isFound).count());
    }

    private void soundSteps(String name, @Nullable Seed seed) {
        Report steps = Report.of(name);
        trial.runSteps(name, SOUND, steps, seed);
        System.out.println(name + ": " + steps.figures());
        report.check(seed == null || seed.isMet(), name + " is not slow, so nothing is proved");
        steps.violations().forEach(violation -> report.check(false, name + ", " + violation));
    }

    private boolean isFound(StepBug bug) {
        Seed seed = new Seed(bug.defect());
        Report steps = Report.of(bug.label());
        trial.runSteps(bug.label(), WITH_BUG, steps, seed);
        boolean isFound =
                steps.violations().stream().anyMatch(violation -> violation.startsWith(bug.figure() + " is "));
        return isFound(bug.label(), seed.isMet(), isFound, steps.violations(), steps.figures());
    }

    private boolean isFound(String bug, boolean isProved, boolean isFound, List<String> violations, Object figures) {
        boolean isFoundByIt = isProved && isFound;
        System.out.println(bug + (isFoundByIt ? " is found: " + violations.get(0) : " is NOT found in " + figures));
        report.check(isProved, bug + " was not met, so nothing is proved");
        report.check(isFound, bug + " is not found in " + figures);
        return isFoundByIt;
    }

    private void sound(String name, List<Kind> kinds, List<String> promises) {
        Verdict verdict = CheckHistory.check(trial.run(name, kinds, report, null), promises);
        System.out.println(name + ": " + verdict.figures());
        verdict.violations().forEach(violation -> report.check(false, name + ", " + violation));
    }

    private boolean isFound(Bug bug) {
        Seed seed = new Seed(bug.defect());
        Path histories = trial.run(bug.label(), List.of(bug.kind()), Report.of(bug.label()), seed);
        Verdict verdict = CheckHistory.check(histories, List.of(bug.promise()));
        boolean isProved = seed.isMet() && verdict.figure("judged_" + bug.promise()) > 0;
        return isFound(bug.label(), isProved, !verdict.violations().isEmpty(), verdict.violations(), verdict.figures());
    }
}
