package io.baton.type;

import io.baton.BatonException;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for names that are stored with a job. They fit every database. */
public final class Names {

    /** The most labels of a job. */
    public static final int MOST_LABELS = 20;

    /** The most permits that a job can need. */
    public static final int MOST_PERMITS = 20;

    /** The end of the names of the types of jobs that follow the deaths of others. */
    public static final String AFTER_DEATH = ".dead";

    private static final int TYPE_LENGTH = 200;
    private static final int LENGTH = 100;
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9-]+");
    /** A surrogate that belongs to a pair is never a code point of its own. */
    private static final Pattern HALF_PAIR = Pattern.compile("\\p{Cs}");

    /** Control characters, ends of lines, and half surrogate pairs. */
    private static final Pattern UNSTORABLE = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}]");

    private static final Pattern BLANK_EDGE = Pattern.compile("\\A\\p{Z}|\\p{Z}\\z");
    private static final char BEFORE_KEY = ':';
    private static final String LIMIT = "semaphore or rate limit";
    private static final String RATE = "~";
    private static final String OWN_LABELS = "baton.";
    private static final char LEVEL = '/';
    private static final int SHARE_LENGTH = 200;

    /**
     * The order in which every job gets its permits. Keys come before shared limits, so that jobs that wait for one key do not hold all shared
     * permits. Rates come last, so that a job with a permit of a rate starts at once.
     */
    public static final Comparator<String> LIMITS_IN_TURN = Comparator.comparing(Names::isRate)
            .thenComparing(limit -> limit.indexOf(BEFORE_KEY) < 0)
            .thenComparing(Comparator.naturalOrder());

    private static final Pattern SEAM =
            Pattern.compile("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})|[_$-]+");

    private Names() {}

    /** Returns the name of a class in kebab case: {@code HTTPCall} as {@code http-call}. */
    public static String kebabCase(String name) {
        return SEAM.matcher(name).replaceAll("-").replaceAll("^-|-$", "").toLowerCase(Locale.ROOT);
    }

    /** Checks and returns the name of a type. */
    public static String type(String name) {
        return checked("type", name, TYPE_LENGTH);
    }

    /** Checks and returns the name of a queue. */
    public static String queue(String name) {
        return checked("queue", name, LENGTH);
    }

    /** Checks and returns the name of a share of a queue, or of a part of one as in {@code share/part}. */
    public static String share(String name) {
        int level = name.indexOf(LEVEL);
        checked("share", level < 0 ? name : name.substring(0, level), SHARE_LENGTH);
        refuseIf(name.length() > SHARE_LENGTH, "share name", "longer than " + SHARE_LENGTH + " characters");
        if (level >= 0) {
            String part = checked("share", name.substring(level + 1), SHARE_LENGTH);
            refuseIf(part.indexOf(LEVEL) >= 0, "share name", "one of more than two levels");
        }
        return name;
    }

    /** Checks and returns the name of a share, which is not a part of one. */
    public static String wholeShare(String name) {
        refuseIf(name.indexOf(LEVEL) >= 0, "share that has a weight", "a part of a share: \"" + name + "\"");
        return share(name);
    }

    /** Checks and returns the name of a semaphore or a rate limit without a key, as annotations and properties have it. */
    public static String limit(String name) {
        refuseIf(name.indexOf(BEFORE_KEY) >= 0, LIMIT + " name", "with a \":\" in it, which a key comes after");
        return limitOrKey(name);
    }

    /** Checks and returns the name of a semaphore or a rate limit, or of one of its keys as in {@code name:key}. */
    public static String limitOrKey(String name) {
        refuseIf(name.startsWith(RATE), LIMIT + " name", "with a \"" + RATE + "\" at its start");
        int end = name.indexOf(BEFORE_KEY);
        checked(LIMIT, end < 0 ? name : name.substring(0, end), LENGTH);
        if (end >= 0) {
            limitKey(name.substring(end + 1));
        }
        return name;
    }

    /** Checks and returns the key of a limit. */
    static String limitKey(String key) {
        return checkedText("key of a " + LIMIT, key, LENGTH);
    }

    /** Returns the stored name of a rate limit, which differs from that of a semaphore with the same name. */
    public static String storedRate(String name) {
        return RATE + name;
    }

    /** Returns whether this is the stored name of a rate limit. */
    public static boolean isRate(String stored) {
        return stored.startsWith(RATE);
    }

    /** Returns the name that operators see, from the stored name of a limit. */
    public static String shownLimit(String stored) {
        return isRate(stored) ? stored.substring(RATE.length()) : stored;
    }

    /** Returns the form of a name inside the name of a property: in brackets, unless the name is plain. */
    public static String inProperty(String name) {
        return PLAIN.matcher(name).matches() ? "." + name : "[" + name + "]";
    }

    /** Returns the name of a limit without the key. */
    public static String family(String limit) {
        int end = limit.indexOf(BEFORE_KEY);
        return end < 0 ? limit : limit.substring(0, end);
    }

    /** Returns the start of the names of all keys of a limit. */
    public static String keyStart(String family) {
        return family + BEFORE_KEY;
    }

    /** Checks and returns the name of a label. */
    public static String label(String name) {
        refuseIf(
                name.indexOf('=') >= 0,
                "label name",
                "with a \"=\" in it, which ends the name where labels are stored");
        refuseIf(
                name.startsWith(OWN_LABELS),
                "label name",
                "one that begins with \"" + OWN_LABELS + "\", as Baton's own do");
        return checked("label", name, LENGTH);
    }

    /** Checks and returns the name of a recurring job. */
    public static String recurring(String name) {
        return checked("recurring job", name, LENGTH);
    }

    /** Checks and returns the value of a label, which may be empty and have all characters with a UTF-8 form. */
    public static String labelValue(String label, @Nullable String value) {
        String what = "value of the label \"" + label + "\"";
        if (value == null) {
            throw new BatonException("The " + what + " is null; leave the label out where there is none");
        }
        refuseIf(value.length() > LENGTH, what, "longer than " + LENGTH + " characters");
        refuseIf(HALF_PAIR.matcher(value).find(), what, "with half a surrogate pair in it");
        return value;
    }

    private static String checked(String kind, String name, int length) {
        return checkedText(kind + " name", name, length);
    }

    private static String checkedText(String what, String name, int length) {
        refuseIf(name.isBlank(), what, "blank");
        refuseIf(name.length() > length, what, "longer than " + length + " characters");
        refuseIf(UNSTORABLE.matcher(name).find(), what, "with a control character or half a surrogate pair in it");
        refuseIf(BLANK_EDGE.matcher(name).find(), what, "with a blank at its start or end: \"" + name + "\"");
        return name;
    }

    private static void refuseIf(boolean wrong, String what, String why) {
        if (wrong) {
            throw new BatonException("A " + what + " cannot be " + why);
        }
    }
}
