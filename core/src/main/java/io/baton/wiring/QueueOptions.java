package io.baton.wiring;

import io.baton.loop.LogText;
import io.baton.type.NearMiss;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns where the properties probably mean another queue. */
public final class QueueOptions {

    private static final Logger log = LoggerFactory.getLogger(QueueOptions.class);

    public static final String DEFAULT = "default";

    private static final Pattern DIGITS = Pattern.compile("\\d");

    private QueueOptions() {}

    /**
     * Warns of options for a queue without a handler here if a queue of a similar name has one. A variable cannot express every name, or the name is
     * misspelt.
     */
    public static void warnOfNearMisses(Set<String> configured, Set<String> handled) {
        configured.stream().filter(queue -> !handled.contains(queue)).forEach(queue -> handled.stream()
                .filter(each -> isNearly(each, queue))
                .findFirst()
                .ifPresent(each -> log.warn(
                        "The options below baton.queues are for the queue '{}', which has no handler here. Did you mean '{}'? A"
                                + " variable cannot name every queue: {\"baton.queues[{}].concurrency\": 3} in"
                                + " SPRING_APPLICATION_JSON can",
                        LogText.of(queue),
                        LogText.of(each),
                        LogText.of(each))));
    }

    /** Returns whether the names are nearly the same. Names that differ in digits only are a series, and similar by intention. */
    private static boolean isNearly(String handled, String queue) {
        int near = Math.min(2, Math.min(handled.length(), queue.length()) / 4);
        boolean series = DIGITS.matcher(handled)
                .replaceAll("")
                .equals(DIGITS.matcher(queue).replaceAll(""));
        return letters(handled).equals(letters(queue)) || (NearMiss.distance(handled, queue) <= near && !series);
    }

    private static String letters(String queue) {
        return queue.replaceAll("[-._]", "").toLowerCase(Locale.ROOT);
    }
}
