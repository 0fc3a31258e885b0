package io.baton.loop;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs failures that may occur in every run. Each name is logged once a minute, with the number of omitted lines; the others are logged at DEBUG. Any
 * thread may call it.
 */
public final class SeldomLog {

    private static final long MINUTE_NANOS = 60_000_000_000L;

    /** The number of names that are counted separately; further names share one counter. */
    static final int MOST_NAMES = 100;

    private static final String OTHERS = "";

    private final Logger log;
    private final Ticker ticker;
    private final Map<String, Entry> names = new HashMap<>();

    private static final class Entry {

        private final long nanos;
        private long leftOut;

        Entry(long nanos) {
            this.nanos = nanos;
        }
    }

    public SeldomLog(Logger log) {
        this(log, Ticker.SYSTEM);
    }

    public SeldomLog(Logger log, Ticker ticker) {
        this.log = log;
        this.ticker = ticker;
    }

    /** Logs at WARN, or at DEBUG if a line of this name, which the log does not show, was logged within the last minute. */
    public void warn(String name, String text, @Nullable Object... arguments) {
        write(Level.WARN, name, text, arguments);
    }

    public void error(String name, String text, @Nullable Object... arguments) {
        write(Level.ERROR, name, text, arguments);
    }

    public void info(String name, String text, @Nullable Object... arguments) {
        write(Level.INFO, name, text, arguments);
    }

    private void write(Level level, String name, String text, @Nullable Object... arguments) {
        long leftOut = leftOut(name);
        if (leftOut < 0) {
            log.debug(text, arguments);
        } else if (leftOut == 0) {
            log.atLevel(level).log(text, arguments);
        } else {
            log.atLevel(level).log(text + " (" + leftOut + " more since this was last logged, at DEBUG)", arguments);
        }
    }

    /** Returns how many lines were omitted since the last line of this name; negative if this line is omitted too. */
    private synchronized long leftOut(String name) {
        long now = ticker.nanos();
        if (!names.containsKey(name) && names.size() >= MOST_NAMES) {
            names.values().removeIf(entry -> isLongAgo(entry, now));
        }
        String shared = names.containsKey(name) || names.size() < MOST_NAMES ? name : OTHERS;
        Entry last = names.get(shared);
        if (last != null && !isLongAgo(last, now)) {
            last.leftOut++;
            return -1;
        }
        names.put(shared, new Entry(now));
        return last == null ? 0 : last.leftOut;
    }

    private static boolean isLongAgo(Entry entry, long now) {
        return now - entry.nanos >= MINUTE_NANOS;
    }
}
