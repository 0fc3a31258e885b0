package io.baton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which statements and commits a strict database refuses: on the connections of the engine, and on others in work that is armed, so that
 * statements of the tests themselves pass. {@code -Dbaton.test.strict} is the share in percent, without which nothing is refused, and {@code
 * -Dbaton.test.strict.seed} repeats a choice, as far as threads do.
 */
public final class StrictFaults {

    /** Those that the properties define. */
    public static final StrictFaults CHOSEN = chosen();

    /** One less than the attempts of a transaction of the engine's. */
    private static final int MOST_IN_ARMED_WORK = 4;

    private static final ThreadLocal<@Nullable AtomicInteger> ARMED = new ThreadLocal<>();

    private final int percent;
    private final Random random;
    private final AtomicInteger pauses = new AtomicInteger();
    private final LongAdder executed = new LongAdder();
    private final LongAdder refused = new LongAdder();

    StrictFaults(int percent, long seed) {
        this.percent = percent;
        this.random = new Random(seed);
    }

    /** A run that ends leaves the counts in a file, since its output may be closed by then. */
    private static StrictFaults chosen() {
        StrictFaults faults =
                new StrictFaults(Integer.getInteger("baton.test.strict", 0), Long.getLong("baton.test.strict.seed", 1));
        if (faults.areWanted()) {
            Runtime.getRuntime().addShutdownHook(new Thread(faults::write, "strict-faults"));
        }
        return faults;
    }

    private void write() {
        try {
            Path directory = Files.createDirectories(Path.of("target", "strict"));
            Files.writeString(
                    directory.resolve(ProcessHandle.current().pid() + ".txt"), executed.sum() + " " + refused + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether anything is to be refused. */
    public boolean areWanted() {
        return percent > 0;
    }

    /** Returns how many statements and commits were refused. */
    public long refused() {
        return refused.sum();
    }

    /** Runs work during which nothing is refused on any thread, such as the start of an application. */
    public <T extends @Nullable Object> T paused(Supplier<T> work) {
        pauses.incrementAndGet();
        try {
            return work.get();
        } finally {
            pauses.decrementAndGet();
        }
    }

    /** Runs work whose statements may be refused on any connection of this thread: so few that a transaction which is repeated succeeds in the end. */
    public static <T extends @Nullable Object> T armed(Supplier<T> work) {
        AtomicInteger outer = ARMED.get();
        ARMED.set(new AtomicInteger());
        try {
            return work.get();
        } finally {
            ARMED.set(outer);
        }
    }

    /** Returns whether statements on a connection may be refused now. */
    boolean apply(boolean engine) {
        return engine || ARMED.get() != null;
    }

    /** Returns whether the next statement or commit on a connection is refused. */
    boolean refuse(boolean engine) {
        if (!apply(engine) || pauses.get() > 0) {
            return false;
        }
        executed.increment();
        AtomicInteger inWork = ARMED.get();
        boolean chosen =
                random.nextInt(100) < percent && (inWork == null || inWork.getAndIncrement() < MOST_IN_ARMED_WORK);
        if (chosen) {
            refused.increment();
        }
        return chosen;
    }

    /** Returns the state with which PostgreSQL refuses the next statement. */
    String state() {
        return random.nextBoolean() ? "40001" : "40P01";
    }
}
