package io.baton.faults.crash;

import io.baton.faults.Report;
import io.baton.faults.server.Reaper;
import io.baton.faults.server.Workplace;
import java.sql.SQLException;

/** The whole: stories first, then the sweep. */
public final class CrashPoints {

    private CrashPoints() {}

    /** Runs the stories and, unless only they are asked for, the sweep. */
    public static Report run(boolean sweep) throws SQLException {
        Report report = Report.of("crashes");
        long start = System.nanoTime();
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Theatre theatre = new Theatre(place.directory(), reaper)) {
            new Stories(theatre, report).run();
            if (sweep) {
                new Sweep(theatre, report).run();
            }
        }
        report.figures().put("failed", report.violations().size());
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return report;
    }
}
