package io.baton.faults.story;

import io.baton.faults.Report;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.List;

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
            new RepeatedIds());

    private StoryBook() {}

    /** Tells those whose names are given, or all if none is. */
    public static Report tell(List<String> names) {
        long start = System.nanoTime();
        Report all = Report.of("stories");
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Scene scene = new Scene(place.directory(), reaper)) {
            for (Story story : ALL) {
                if (names.isEmpty() || names.contains(story.name())) {
                    tell(story, scene, all);
                }
            }
            if (!all.violations().isEmpty()) {
                System.out.println("What the nodes wrote is in " + place.directory());
                place.keep();
            }
        }
        all.figures().put("failed", all.violations().size());
        all.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return all;
    }

    private static void tell(Story story, Scene scene, Report all) {
        Report report = Report.of(story.name());
        try {
            story.tell(scene, report);
        } catch (RuntimeException e) {
            report.check(false, story.name() + " could not be told: " + e);
        }
        report.print();
        all.violations().addAll(report.violations());
        scene.clear();
    }
}
