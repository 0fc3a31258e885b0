package io.baton.loop;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs what may go wrong at every run because code of the application's does: for each name once a minute, the rest at DEBUG, with a count of
 * what was left out. Called from any thread.
 */
public final class SeldomLog {

    private static final long MINUTE_NANOS = 60_000_000_000L;

    /** Names that are told apart; further ones share one. */
    static final int MOST_NAMES = 100;

    private static final String OTHERS = "";

    private final Logger log;
    private final Ticker ticker;
    private final Map<String, Told> names = new HashMap<>();

    private static final class Told {

        private final long nanos;
        private long leftOut;

        Told(long nanos) {
            this.nanos = nanos;
        }
    }

    /** Creates one that logs by this logger. */
    public SeldomLog(Logger log) {
        this(log, Ticker.SYSTEM);
    }

    /** The same, for which time passes as this says. */
    public SeldomLog(Logger log, Ticker ticker) {
        this.log = log;
        this.ticker = ticker;
    }

    /**
     * Logs at WARN, or at DEBUG if that was done lately.
     *
     * @param name what is logged once a minute; it is not shown
     */
    public void warn(String name, String text, @Nullable Object... arguments) {
        tell(Level.WARN, name, text, arguments);
    }

    /** The same at ERROR. */
    public void error(String name, String text, @Nullable Object... arguments) {
        tell(Level.ERROR, name, text, arguments);
    }

    /** The same at INFO. */
    public void info(String name, String text, @Nullable Object... arguments) {
        tell(Level.INFO, name, text, arguments);
    }

    private void tell(Level level, String name, String text, @Nullable Object... arguments) {
        long leftOut = leftOut(name);
        if (leftOut < 0) {
            log.debug(text, arguments);
        } else if (leftOut == 0) {
            log.atLevel(level).log(text, arguments);
        } else {
            log.atLevel(level).log(text + " (" + leftOut + " more since this was told last, at DEBUG)", arguments);
        }
    }

    /** Returns how often it was not told since it was last; less than none if it is not to be told now. */
    private synchronized long leftOut(String name) {
        long now = ticker.nanos();
        if (!names.containsKey(name) && names.size() >= MOST_NAMES) {
            names.values().removeIf(told -> isLongAgo(told, now));
        }
        String shared = names.containsKey(name) || names.size() < MOST_NAMES ? name : OTHERS;
        Told last = names.get(shared);
        if (last != null && !isLongAgo(last, now)) {
            last.leftOut++;
            return -1;
        }
        names.put(shared, new Told(now));
        return last == null ? 0 : last.leftOut;
    }

    private static boolean isLongAgo(Told told, long now) {
        return now - told.nanos >= MINUTE_NANOS;
    }
}
