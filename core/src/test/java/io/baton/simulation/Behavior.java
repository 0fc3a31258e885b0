package io.baton.simulation;

import java.util.random.RandomGenerator;

/**
 * What a job does when it is run.
 *
 * @param times how often it does so before it simply completes
 * @param nanos how long a run takes
 * @param stubborn whether it ignores interrupts
 */
record Behavior(Kind kind, String type, int times, long nanos, boolean stubborn) {

    static final int MAX_ATTEMPTS = 3;
    static final String REFUSED_RESULT = "\"refused\"";
    static final String PLAIN = "plain";
    static final String EFFECT = "effect";
    static final String HURRIED = "hurried";
    static final String MANY = "many";
    static final String TOGETHER = "together";
    static final String STRANGE = "strange";
    static final String LACKING = "lacking";

    private static final int ALWAYS = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    /** What happens before it completes. */
    enum Kind {
        COMPLETES,
        FAILS,
        SNOOZES,
        REJECTS,
        NOTES,
        TAKES_LONG,
        IS_REFUSED,
        KILLS
    }

    static Behavior of(RandomGenerator random, boolean poison) {
        String type = type(random);
        Kind kind = kind(random, poison);
        if (kind == Kind.IS_REFUSED) {
            type = PLAIN;
        }
        if (kind == Kind.KILLS) {
            return new Behavior(kind, type, random.nextBoolean() ? ALWAYS : 1 + random.nextInt(2), MILLI, false);
        }
        return new Behavior(
                kind,
                type,
                kind == Kind.FAILS && random.nextInt(3) == 0 ? ALWAYS : 1 + random.nextInt(2),
                nanos(random, kind),
                random.nextInt(4) == 0);
    }

    private static String type(RandomGenerator random) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> EFFECT;
            case 3 -> HURRIED;
            case 4, 5 -> MANY;
            case 6 -> TOGETHER;
            case 7 -> STRANGE;
            default -> PLAIN;
        };
    }

    private static Kind kind(RandomGenerator random, boolean poison) {
        if (poison && random.nextInt(8) == 0) {
            return Kind.KILLS;
        }
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> Kind.FAILS;
            case 3 -> Kind.SNOOZES;
            case 4 -> Kind.REJECTS;
            case 5 -> Kind.NOTES;
            case 6, 7, 8 -> Kind.TAKES_LONG;
            case 9 -> Kind.IS_REFUSED;
            default -> Kind.COMPLETES;
        };
    }

    private static long nanos(RandomGenerator random, Kind kind) {
        return kind == Kind.TAKES_LONG ? random.nextLong(15 * SECOND) : random.nextLong(80 * MILLI);
    }

    /** The same for jobs that are stored without the permit that their handler asks for. */
    Behavior lacking() {
        return new Behavior(kind, LACKING, times, nanos, stubborn);
    }

    /** The same for jobs of this type. */
    Behavior as(String itsType) {
        return new Behavior(kind, itsType, times, nanos, stubborn);
    }

    /** Whether it can never complete by itself. */
    boolean neverCompletes() {
        return kind == Kind.IS_REFUSED
                || kind == Kind.REJECTS
                || (times == ALWAYS && (kind == Kind.FAILS || kind == Kind.KILLS));
    }

    boolean isTransactional() {
        return type.equals(EFFECT) || type.equals(TOGETHER);
    }
}
