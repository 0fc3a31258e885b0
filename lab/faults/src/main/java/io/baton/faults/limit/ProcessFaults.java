package io.baton.faults.limit;

import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import java.time.Duration;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Kills, freezes and restarts processes, one after the other and two at a time. Afterwards as many run as before. */
public final class ProcessFaults {

    /** How many kinds of faults there are. */
    private static final int KINDS = 5;

    /** Longer than a process may be silent. */
    private static final Duration FROZEN = Duration.ofMillis(6_500);

    private static final Duration BLINK = Duration.ofMillis(1_500);
    private static final Duration BETWEEN_FAULTS = Duration.ofMillis(500);
    private static final int ANY = 1_000;

    private final LimitNodes nodes;
    private final Random random;
    private final Consumer<Runnable> around;
    private int kills;
    private int freezes;
    private int blinks;
    private int restarts;

    /** Creates one that now and then does something else before and after a process starts. */
    public ProcessFaults(LimitNodes nodes, Random random, Consumer<Runnable> around) {
        this.nodes = nodes;
        this.random = random;
        this.around = around;
    }

    /** Injects each kind of fault in turn, once at least, until all is over. */
    public void execute(BooleanSupplier over) {
        for (int turn = 0; turn < KINDS || !over.getAsBoolean(); turn++) {
            Cluster.pause(BETWEEN_FAULTS);
            switch (turn % KINDS) {
                case 0 -> kill();
                case 1 -> freeze(false);
                case 2 -> killAndDoMore();
                case 3 -> freeze(true);
                default -> restart();
            }
        }
    }

    private void kill() {
        kills++;
        nodes.kill(any());
        nodes.start(1);
    }

    private void killAndDoMore() {
        kills++;
        nodes.kill(any());
        around.accept(() -> nodes.start(1));
    }

    /** For longer than it may be silent, then for less; meanwhile another one is killed, if so. */
    private void freeze(boolean killsAnother) {
        freezes++;
        NodeProcess victim = any();
        nodes.freeze(victim);
        Cluster.pause(FROZEN.dividedBy(2));
        if (killsAnother) {
            kills++;
            nodes.kill(nodes.other(victim, random.nextInt(ANY)));
        }
        Cluster.pause(FROZEN.dividedBy(2));
        nodes.thaw(victim);
        if (killsAnother) {
            nodes.start(1);
        }
        blink();
    }

    private void blink() {
        blinks++;
        NodeProcess victim = any();
        nodes.freeze(victim);
        Cluster.pause(BLINK);
        nodes.thaw(victim);
    }

    private void restart() {
        restarts++;
        nodes.stop(any());
        nodes.start(1);
    }

    private NodeProcess any() {
        return nodes.get(random.nextInt(ANY));
    }

    /** Writes down how many there were. */
    public void report(Report report) {
        report.figures().put("kills", kills);
        report.figures().put("freezes", freezes);
        report.figures().put("short_freezes", blinks);
        report.figures().put("restarts", restarts);
    }
}
