package io.baton.faults.story;

import io.baton.faults.Report;
import io.baton.faults.server.Server;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.List;
import java.util.function.BiConsumer;

/** All the stories, one after the other on one database. */
public final class StoryBook {

    private static final List<Story> ALL = List.of(
            new RollingDeployment(),
            new ManyUnknownTypes(),
            new ManyHeldJobs(),
            new SuspectsBesideOthers(),
            new ExitInHandler(),
            new PeriodicCuts(),
            new ResumedWorker(),
            new DeletedRow(),
            new StrangersLock(),
            new RepeatedIds(),
            new SeveralHosts(),
            new OldFlows(),
            new AcksBesideImport(),
            new ReviveBeforeFold(),
            new AddersWithoutPause(),
            new ClaimsWithoutAnswer(),
            new KillsBesideReceiver(),
            new HolderOfH2());

    private StoryBook() {}

    /** Tells those whose names are given, or all if none is. */
    public static Report tell(List<String> names, Server.Kind kind) {
        Report all = Report.of("stories");
        told(names, kind, true, all, (story, report) -> {
            report.print();
            all.violations().addAll(report.violations());
        });
        all.figures().put("failed", all.violations().size());
        return all;
    }

    /** Tells them without breaking anything: each has to notice that nothing was proved. */
    public static Report tellWithoutFaults(List<String> names, Server.Kind kind) {
        Report all = Report.of("stories_without_faults");
        told(names, kind, false, all, (story, report) -> {
            report.violations().forEach(violation -> System.out.println("  " + story.name() + ": " + violation));
            all.check(!report.violations().isEmpty(), story.name() + " passes though nothing was broken");
        });
        all.figures().put("unnoticed", all.violations().size());
        return all;
    }

    private static void told(
            List<String> names, Server.Kind kind, boolean breaks, Report all, BiConsumer<Story, Report> listener) {
        long start = System.nanoTime();
        List<Story> chosen = chosen(names, kind);
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Scene scene = Scene.ofStories(place.directory(), reaper, kind, breaks)) {
            chosen.forEach(story -> listener.accept(story, report(story, scene)));
            if (!all.violations().isEmpty()) {
                System.out.println("What the nodes wrote is in " + place.directory());
                place.keep();
            }
        }
        all.figures().put("told", chosen.size());
        all.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
    }

    private static List<Story> chosen(List<String> names, Server.Kind kind) {
        List<Story> chosen = ALL.stream()
                .filter(story -> names.isEmpty() || names.contains(story.name()))
                .filter(story -> kind != Server.Kind.MARIADB || story.onMariaDb())
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("There is no such story on " + kind + ": " + names);
        }
        return chosen;
    }

    private static Report report(Story story, Scene scene) {
        Report report = Report.of(story.name());
        try {
            story.tell(scene, report);
        } catch (RuntimeException e) {
            report.check(false, story.name() + " could not be told: " + e);
        }
        scene.clear();
        return report;
    }
}
