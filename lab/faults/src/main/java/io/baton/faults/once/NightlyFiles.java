package io.baton.faults.once;

import io.baton.Recurrence;
import io.baton.RecurringJobs;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;

/**
 * The files of each night are processed once, though the process is killed that enqueues their jobs, another one while they run, and the tick of the
 * night comes a second time.
 */
final class NightlyFiles {

    private static final ZoneId ZONE = ZoneId.of(NightlyHandlers.ZONE);
    private static final LocalTime ONE = LocalTime.of(1, 0);

    private final OnceSetup setup;
    private final OnceTables tables;
    private final int files;
    private int ticks;
    private int killsInTick;
    private int killsInFiles;

    NightlyFiles(OnceSetup setup) {
        this.setup = setup;
        this.tables = setup.tables();
        this.files = setup.scale().files();
    }

    void run() {
        try (OnceNodes nodes = setup.nodes("--knows.nightly=" + files)) {
            nodes.start(setup.scale().nodes());
            RecurringJobs recurring = setup.bean(RecurringJobs.class);
            setup.await(() -> recurring.find(NightlyHandlers.SCHEDULE).isPresent(), "nothing is to be done at night");
            LocalDate today = LocalDate.now(ZONE);
            for (int night = setup.scale().nights(); night > 0; night--) {
                night(nodes, recurring, today.minusDays(night));
            }
            setup.awaitEnd();
        }
        check();
    }

    /** The schedule is for one night of the year: only of the last tick before now is a job made. */
    private void night(OnceNodes nodes, RecurringJobs recurring, LocalDate day) {
        String cron = "0 0 1 " + day.getDayOfMonth() + " " + day.getMonthValue() + " *";
        recurring.change(NightlyHandlers.SCHEDULE, Recurrence.cron(cron).zone(NightlyHandlers.ZONE));
        Instant tick = day.atTime(ONE).atZone(ZONE).toInstant();
        tables.shift(NightlyHandlers.SCHEDULE, tick);
        setup.await(() -> enqueued(day) >= files / 5, "no files are enqueued on " + day);
        List<String> enqueuers = tables.holders(NightlyHandlers.TYPE);
        if (!enqueuers.isEmpty() && nodes.replace(enqueuers.get(0)) && enqueued(day) < files) {
            killsInTick++;
        }
        setup.await(() -> processed(day) >= files / 5, "no files are processed on " + day);
        nodes.replace(nodes.any());
        killsInFiles += processed(day) < files ? 1 : 0;
        awaitTick();
        setup.await(() -> tables.unfinished() == tables.dead(), "the files of " + day + " are not processed");
        tables.shift(NightlyHandlers.SCHEDULE, tick);
        awaitTick();
    }

    private void awaitTick() {
        ticks++;
        setup.await(() -> tables.completed(NightlyHandlers.TYPE) >= ticks, "tick " + ticks + " has no job");
    }

    private long enqueued(LocalDate day) {
        return tables.count("SELECT COUNT(*) FROM baton_unique WHERE unique_key LIKE ?", "%file:%" + day + "%");
    }

    private long processed(LocalDate day) {
        return tables.count("SELECT COUNT(*) FROM processed WHERE business_day = ?", day.toString());
    }

    private void check() {
        long expected = (long) files * setup.scale().nights();
        setup.expect("processed", expected, tables.count("SELECT COUNT(*) FROM processed"));
        setup.expect(
                "once_per_day",
                expected,
                tables.count("SELECT COUNT(*) FROM (SELECT file FROM processed GROUP BY file, business_day"
                        + " HAVING COUNT(*) = 1) AS once"));
        setup.expect("added_by_second_tick", 0, tables.completed("process-file") - expected);
        setup.expect("ticks", 2L * setup.scale().nights(), tables.completed(NightlyHandlers.TYPE));
        setup.atLeast("kills_in_tick", 1, killsInTick);
        setup.report().figures().put("kills_in_files", killsInFiles);
    }
}
