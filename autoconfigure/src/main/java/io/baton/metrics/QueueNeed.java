package io.baton.metrics;

import org.jspecify.annotations.Nullable;

/**
 * Computes how many nodes the jobs of one queue need, from samples of the cluster. A place runs one call of a handler. With that number 80 % of all
 * places are busy, and a due job starts within the target wait. The number rises at once, and falls only after fewer nodes were enough for ten
 * minutes. Times are seconds of a clock that the caller chooses.
 */
final class QueueNeed {

    private static final int MOST_NODES = 100_000;

    /** Nodes are added if a larger share of places is busy, and removed if less than {@link #LEAST_BUSY} is. */
    private static final double MOST_BUSY = 0.8;

    private static final double LEAST_BUSY = 0.65;

    /** The time in seconds, or the target wait if longer, over which the load is averaged. A short burst is a backlog rather than a load. */
    private static final double MEMORY = 120;

    /** For how many seconds fewer nodes must have been enough before the number falls. */
    private static final double BEFORE_FALL = 600;

    /** A sudden load, which the current nodes cannot process, counts at once up to this many times the mean. The rest is a backlog. */
    private static final double MOST_GROWTH = 10;

    private final double targetWait;
    private @Nullable Seen last;
    /** The mean number of places that new jobs keep busy. */
    private double load;

    private int wanted;
    private double enoughSince;
    /** How many nodes were enough at all times since {@link #enoughSince}. */
    private int enough;

    /** Creates the computation for a queue without samples. */
    QueueNeed(double targetWait) {
        this.targetWait = targetWait;
    }

    /**
     * The values of a queue in a sample.
     *
     * @param at when the sample was taken
     * @param nodes how many nodes serve the queue
     * @param places how many calls of handlers may run at once on a node
     * @param busy how many places of all nodes are busy
     * @param backlog how many jobs are due, may run and do not run
     * @param secondsPerJob for how long a job keeps a place busy; 0 if unknown
     * @param waited for how long the oldest due job has been due
     * @param limited whether other jobs wait for permits, so that no more than the counted jobs can run
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

    /** Returns how many nodes are needed; at least one, since without a node none would report the number. */
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

    /** Begins with the current number of nodes. Another node may have sampled before, so it is not known yet whether fewer are enough. */
    private Seen begin(Seen first) {
        load = first.busy();
        wanted = (int) Math.max(1, Math.min(first.nodes(), MOST_NODES));
        enoughSince = first.at();
        return first;
    }

    /** Returns whether the current nodes need more than half of the target wait for the backlog alone. */
    private boolean isUrgent(Seen seen) {
        return seen.backlog() * seen.secondsPerJob() > targetWait / 2 * seen.nodes() * seen.places();
    }

    /** Bounds the number by the existing jobs, so that a queue without jobs does not keep the nodes of the mean load. */
    private void decide(Seen seen, double offered) {
        double jobs = seen.busy() + seen.backlog();
        double most = seen.limited() ? jobs : jobs / LEAST_BUSY;
        double needed = Math.min(most, Math.max(offered / MOST_BUSY, Math.min(jobs, forBacklog(seen))));
        double enoughNow = Math.min(most, Math.max(needed, load / LEAST_BUSY));
        move(seen.at(), nodes(needed, seen.places()), nodes(enoughNow, seen.places()));
    }

    /**
     * Returns how many places are needed to start the last job of the backlog within the target wait. If it is not known how long jobs run, returns
     * the busy places, or up to twice as many if a job has waited for longer than that.
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

    /** Raises the number at once, and lowers it to the number that was enough for all of the time before. */
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
