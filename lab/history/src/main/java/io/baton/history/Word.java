package io.baton.history;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The words of a history, with the fields that each must and may have. */
public enum Word {
    SETTINGS("dead-after heartbeat", "reconnect jitter"),
    STARTED("", ""),
    STOPPED("process", ""),
    KILLED("process", ""),
    FAULT("id kind target", "forgets"),
    HEALED("id", ""),

    INVOKE("op", "ledger"),
    ENQUEUE("op item kind", "key unique group after attempts rows share"),
    ASSIGNED("op item job as", ""),
    CANCEL("op item", ""),
    SEAL("op group", ""),
    OK("op", ""),
    FAILED("op", ""),
    UNKNOWN("op", ""),
    SEMAPHORE("name capacity", ""),
    RATE("name permits per burst", ""),
    FAIR("more-starts", ""),
    WEIGHT("share weight", ""),
    PAUSED("share", "lag"),
    RESUMED("share", ""),
    READY("", "items"),
    SCHEDULE("name every from to missed now", "overlap"),

    RUN("run job attempt", "item lock permits rates schedule planned share"),
    ENDED("run outcome", ""),
    SAW("run", "items"),
    ACT("run key token", ""),
    ACTED("run key outcome", ""),
    PERFORMED("run key result", ""),

    JOB("job state", "item attempt"),
    EFFECT("run", ""),
    CHUNK("item from to", ""),
    LEDGER("op", ""),
    HELD("permit job", ""),
    KEY("key job", ""),
    RECORDED("key token", "");

    private static final Map<String, Word> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toMap(Word::text, Function.identity()));

    private final String required;
    private final String optional;

    Word(String required, String optional) {
        this.required = required;
        this.optional = optional;
    }

    /**
     * Returns the word that is written like this.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Word of(String text) {
        Word word = BY_TEXT.get(text);
        if (word == null) {
            throw new IllegalArgumentException("\"" + text + "\" is no word");
        }
        return word;
    }

    /** Returns how it is written. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Checks the names of fields.
     *
     * @throws IllegalArgumentException if one is missing, or one is unknown
     */
    void check(Set<String> fields) {
        for (String field : fields) {
            if (!contains(required, field) && !contains(optional, field)) {
                throw new IllegalArgumentException(text() + " has no field \"" + field + "\"");
            }
        }
        for (String field : required.split(" ", -1)) {
            if (!field.isEmpty() && !fields.contains(field)) {
                throw new IllegalArgumentException(text() + " lacks its field \"" + field + "\"");
            }
        }
    }

    private static boolean contains(String fields, String field) {
        return (" " + fields + " ").contains(" " + field + " ");
    }
}
