package io.baton.metrics;

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

    /** How fast the mean load follows the load of each interval: as fast as a backlog may be worked off, within these bounds. */
    private static final double SHORTEST_MEMORY = 120;

    private static final double LONGEST_MEMORY = 900;

    /** For how long fewer nodes must have been enough. */
    private static final double BEFORE_FALL = 600;

    /** For how long nodes that were added may take to start before a backlog adds more, unless it needs twice as many. */
    private static final double TO_START = 120;

    /** A backlog that takes the present nodes longer shows a load that they cannot bear. */
    private static final double URGENT = 15;

    /** Such a load counts at once up to so many times the mean: what comes in a single moment, such as at midnight, is a backlog and no load. */
    private static final double MOST_GROWTH = 10;

    /** Growth by less than so many standard deviations may be chance. */
    private static final double DEVIATIONS = 2;

    private final double targetWait;
    private boolean begun;
    private double at;
    private double backlog = Double.NaN;
    /** The mean number of places that jobs keep busy as they come. */
    private double load;

    private int wanted;
    private double raisedAt = Double.NEGATIVE_INFINITY;
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

    /** The backlog of the last sample is no measure for that of the next one, such as when jobs were not allowed to run. */
    void forgetBacklog() {
        backlog = Double.NaN;
    }

    /** Returns how many nodes are needed, at least one: without a node there is none to report a need. */
    int next(Seen seen) {
        if (!begun) {
            begin(seen);
        }
        double elapsed = Math.max(0, seen.at() - at);
        double grown = elapsed > 0 && !Double.isNaN(backlog) ? seen.backlog() - backlog : 0;
        double sudden = isUrgent(seen) ? offered(seen, certain(grown, seen, elapsed), elapsed) : 0;
        double atOnce = Math.min(sudden, MOST_GROWTH * load);
        double memory = Math.max(SHORTEST_MEMORY, Math.min(targetWait, LONGEST_MEMORY));
        load += (offered(seen, grown, elapsed) - load) * (1 - Math.exp(-elapsed / memory));
        at = seen.at();
        backlog = seen.backlog();
        decide(seen, Math.max(load, atOnce));
        return wanted;
    }

    /** The nodes that there are stay until it is known that they are not needed, since another node may have sampled before. */
    private void begin(Seen first) {
        begun = true;
        at = first.at();
        enoughSince = first.at();
        load = first.busy();
        wanted = (int) Math.max(1, Math.min(first.nodes(), MOST_NODES));
    }

    private boolean isUrgent(Seen seen) {
        double bearable = Math.min(targetWait / 2, URGENT) * seen.nodes() * seen.places();
        return seen.backlog() * seen.secondsPerJob() > bearable;
    }

    /** Returns how many places the jobs keep busy that came since the last sample, by which the backlog has grown by so many. */
    private static double offered(Seen seen, double grown, double elapsed) {
        return elapsed > 0 ? Math.max(0, seen.busy() + grown * seen.secondsPerJob() / elapsed) : seen.busy();
    }

    /** Returns by how much the backlog has grown at least apart from chance, which adds to the number of jobs that came and of those that ended. */
    private static double certain(double grown, Seen seen, double elapsed) {
        if (grown <= 0 || seen.secondsPerJob() <= 0) {
            return 0;
        }
        double ended = seen.busy() * elapsed / seen.secondsPerJob();
        return Math.max(0, grown - DEVIATIONS * Math.sqrt(2 * ended + grown));
    }

    private void decide(Seen seen, double offered) {
        int places = seen.places();
        int most = seen.limited() ? nodes(seen.busy() + seen.backlog(), places) : MOST_NODES;
        int forLoad = Math.min(most, nodes(offered / MOST_BUSY, places));
        int forBacklog = Math.min(most, nodes(busyForBacklog(seen), places));
        int forBoth = Math.max(forLoad, forBacklog);
        boolean started = forBacklog >= 2 * wanted || seen.at() - raisedAt >= TO_START;
        move(
                seen.at(),
                started ? forBoth : forLoad,
                Math.max(forBoth, Math.min(most, nodes(load / LEAST_BUSY, places))));
    }

    /**
     * Returns how many places start the last job of the backlog within the target wait. While it is not known how long jobs run, these are
     * the busy ones, and up to twice as many if a job has waited for longer than that.
     */
    private double busyForBacklog(Seen seen) {
        if (seen.backlog() <= 0) {
            return 0;
        }
        return seen.secondsPerJob() > 0
                ? Math.min(seen.backlog() * seen.secondsPerJob() / targetWait, seen.busy() + seen.backlog())
                : seen.busy() * Math.max(1, Math.min(seen.waited() / targetWait, 2));
    }

    private static int nodes(double busy, int places) {
        return (int) Math.max(1, Math.min(Math.ceil(busy / places - 1e-9), MOST_NODES));
    }

    /** Rises at once to what is needed, and falls to what was enough at all times for a while. */
    private void move(double now, int needed, int enoughNow) {
        if (needed > wanted) {
            wanted = needed;
            raisedAt = now;
        }
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
