package io.baton.metrics;

import org.jspecify.annotations.Nullable;

/**
 * How many nodes the jobs of one queue need, from one sample of the cluster to the next: so many that 80 % of their places are busy, and that
 * a job that is due now starts within the target wait. The number rises at once, and falls only after fewer nodes were enough for ten minutes.
 * Has no clock and no thread: times are seconds by any clock that measures durations.
 */
final class QueueNeed {

    private static final int MOST_NODES = 100_000;

    /** The share of places that is to be busy: nodes are added above the first and removed below the second. */
    private static final double MOST_BUSY = 0.8;

    private static final double LEAST_BUSY = 0.65;

    /** How fast the mean load follows the load of each interval, unless jobs may wait for longer: a burst counts as a backlog rather than as a load. */
    private static final double MEMORY = 120;

    /** For how long fewer nodes must have been enough. */
    private static final double BEFORE_FALL = 600;

    /** A load that the present nodes cannot bear counts at once up to so many times the mean: what comes in a single moment is a backlog and no load. */
    private static final double MOST_GROWTH = 10;

    private final double targetWait;
    private @Nullable Seen last;
    /** The mean number of places that jobs keep busy as they come. */
    private double load;

    private int wanted;
    private double enoughSince;
    /** How many nodes were enough at all times since then. */
    private int enough;

    /** Creates the need of a queue of which nothing is known. */
    QueueNeed(double targetWait) {
        this.targetWait = targetWait;
    }

    /**
     * What a sample says of a queue.
     *
     * @param at when it was taken
     * @param nodes how many serve the queue
     * @param places how many calls of its handlers may run at once on a node
     * @param busy how many of the places of all nodes are taken
     * @param backlog how many jobs are due, may run and do not run
     * @param secondsPerJob for how long a job takes a place; 0 if that is not known
     * @param waited for how long the job has been due that is due longest
     * @param limited whether other jobs wait for permits, so that no more jobs can run than are counted
     */
    record Seen(
            double at,
            long nodes,
            int places,
            double busy,
            double backlog,
            double secondsPerJob,
            double waited,
            boolean limited) {}

    /** Returns how many nodes are needed, at least one: without a node there is none to report a need. */
    int next(Seen seen) {
        Seen known = last;
        Seen before = known == null ? begin(seen) : known;
        last = seen;
        double elapsed = seen.at() - before.at();
        double grown = elapsed > 0 ? (seen.backlog() - before.backlog()) * seen.secondsPerJob() / elapsed : 0;
        double offered = Math.max(0, before.busy() + grown);
        double sudden = isUrgent(seen) ? Math.min(offered, MOST_GROWTH * load) : 0;
        load += (offered - load) * (1 - Math.exp(-elapsed / Math.max(MEMORY, targetWait)));
        decide(seen, Math.max(load, sudden));
        return wanted;
    }

    /** The nodes that there are stay until it is known that they are not needed, since another node may have sampled before. */
    private Seen begin(Seen first) {
        load = first.busy();
        wanted = (int) Math.max(1, Math.min(first.nodes(), MOST_NODES));
        enoughSince = first.at();
        return first;
    }

    /** Whether the present nodes would need half of the target wait for the backlog alone. */
    private boolean isUrgent(Seen seen) {
        return seen.backlog() * seen.secondsPerJob() > targetWait / 2 * seen.nodes() * seen.places();
    }

    /** Jobs that are not there need no places, so that a queue whose jobs have ended does not keep those of a mean load. */
    private void decide(Seen seen, double offered) {
        double jobs = seen.busy() + seen.backlog();
        double most = seen.limited() ? jobs : jobs / LEAST_BUSY;
        double needed = Math.min(most, Math.max(offered / MOST_BUSY, Math.min(jobs, forBacklog(seen))));
        double enoughNow = Math.min(most, Math.max(needed, load / LEAST_BUSY));
        move(seen.at(), nodes(needed, seen.places()), nodes(enoughNow, seen.places()));
    }

    /**
     * Returns how many places start the last job of the backlog within the target wait. While it is not known how long jobs run, these are
     * the busy ones, and up to twice as many if a job has waited for longer than that.
     */
    private double forBacklog(Seen seen) {
        if (seen.backlog() <= 0) {
            return 0;
        }
        return seen.secondsPerJob() > 0
                ? seen.backlog() * seen.secondsPerJob() / targetWait
                : seen.busy() * Math.max(1, Math.min(seen.waited() / targetWait, 2));
    }

    private static int nodes(double busy, int places) {
        return (int) Math.max(1, Math.min(Math.ceil(busy / places - 1e-9), MOST_NODES));
    }

    /** Rises at once to what is needed, and falls to what was enough at all times for a while. */
    private void move(double now, int needed, int enoughNow) {
        wanted = Math.max(wanted, needed);
        if (enoughNow >= wanted) {
            enoughSince = now;
            enough = 0;
            return;
        }
        enough = Math.max(enough, enoughNow);
        if (now - enoughSince >= BEFORE_FALL) {
            wanted = enough;
            enoughSince = now;
            enough = 0;
        }
    }
}
