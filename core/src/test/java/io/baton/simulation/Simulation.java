package io.baton.simulation;

import java.util.Map;
import java.util.function.UnaryOperator;

/** Runs seeds. One that fails is run again, to tell what happened. */
final class Simulation implements AutoCloseable {

    private final Carrier.Pool carriers = new Carrier.Pool();
    private final UnaryOperator<Setup> change;
    private final Mutation mutation;

    Simulation(UnaryOperator<Setup> change, Mutation mutation) {
        this.change = change;
        this.mutation = mutation;
    }

    /** The engine as it is, in any world. */
    static Simulation plain() {
        return new Simulation(UnaryOperator.identity(), Mutation.NONE);
    }

    /** Throws with the seed and all that led to it if something happens that must not; answers what came across. */
    Map<Probe, Integer> run(long seed) {
        World world = new World(seed, change, mutation, carriers, new EventLog(false));
        try {
            world.run();
            return world.ledger().findings().met();
        } catch (SimulationFailure e) {
            throw new SimulationFailure("Seed " + seed + ": " + e.getMessage() + "\n" + traced(seed), e);
        } catch (RuntimeException e) {
            throw new SimulationFailure("Seed " + seed + " breaks the simulation: " + e, e);
        }
    }

    private String traced(long seed) {
        EventLog trace = new EventLog(true);
        try {
            new World(seed, change, mutation, carriers, trace).run();
        } catch (SimulationFailure e) {
            return trace.toString();
        }
        return "It did not happen again, which should not be possible\n" + trace;
    }

    /** Everything that happens with this seed. */
    String trace(long seed) {
        EventLog trace = new EventLog(true);
        try {
            new World(seed, change, mutation, carriers, trace).run();
        } catch (SimulationFailure e) {
            trace.say(e::getMessage);
        }
        return trace.toString();
    }

    @Override
    public void close() {
        carriers.close();
    }
}
