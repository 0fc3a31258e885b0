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
import java.util.List;

/** Seeds each bug and checks that the checker of histories finds it. Without a bug, it must find nothing. */
public final class Checker {

    private final Trial trial;
    private final Report report;

    private Checker(Trial trial, Report report) {
        this.trial = trial;
        this.report = report;
    }

    /** Runs all trials on a server of its own. What was written is kept if something is wrong. */
    public static Report run(long seed) {
        Report report = Report.of("checker");
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Server server = Server.Kind.POSTGRES.start(place.directory(), reaper)) {
            System.out.println("seed " + seed + ", in " + place.directory());
            new Checker(new Trial(server, place.directory(), seed), report).run();
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

    private void sound(String name, List<Kind> kinds, List<String> promises) {
        Verdict verdict = CheckHistory.check(trial.run(name, kinds, report, null), promises);
        System.out.println(name + ": " + verdict.figures());
        verdict.violations().forEach(violation -> report.check(false, name + ", " + violation));
    }

    private boolean isFound(Bug bug) {
        Seed seed = new Seed(bug);
        Path histories = trial.run(bug.label(), List.of(bug.kind()), Report.of(bug.label()), seed);
        Verdict verdict = CheckHistory.check(histories, List.of(bug.promise()));
        boolean isProved = seed.isMet() && verdict.figure("judged_" + bug.promise()) > 0;
        boolean isFound = isProved && !verdict.violations().isEmpty();
        System.out.println(
                bug.label() + (isFound ? " is found: " + verdict.violations().get(0) : " is NOT found"));
        report.check(isProved, bug.label() + " was not met, so nothing is proved");
        report.check(isFound, bug.label() + " is not found in " + verdict.figures());
        return isFound;
    }
}
