package io.baton.faults.chaos;

import java.time.Duration;

/**
 * How much of everything.
 *
 * @param terms how many workers are shut down in good order and replaced
 * @param flickers how many times all workers' connections are cut again and again
 * @param locks how many times another session locks rows
 * @param poison how many jobs kill their worker
 * @param exits how many jobs end their worker in good order
 * @param takeovers how many workers are killed at the usual settings, when all else is over
 * @param budget how long jobs are enqueued and faults made, at most; a slow machine gets fewer jobs done and all of the faults
 */
public record Scale(
        int jobs,
        int workers,
        int kills,
        int databaseKills,
        int freezes,
        int cuts,
        int terms,
        int flickers,
        int locks,
        int poison,
        int exits,
        int failing,
        int slow,
        int takeovers,
        Duration budget) {

    /** In every build. */
    public static final Scale SMOKE = new Scale(20_000, 4, 8, 2, 4, 8, 1, 2, 3, 3, 1, 20, 6, 0, Duration.ofSeconds(50));

    /** At night and before a release. */
    public static final Scale FULL =
            new Scale(200_000, 4, 50, 5, 10, 12, 4, 5, 10, 10, 3, 200, 20, 5, Duration.ofMinutes(7));

    /** Enough to distinguish a broken engine from a sound one. */
    public static final Scale MUTANT = new Scale(8_000, 4, 3, 1, 5, 5, 1, 0, 0, 1, 0, 10, 4, 0, Duration.ofSeconds(30));
}
