package io.baton.faults.cluster;

import io.baton.JobType;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** The payloads. Each item is a number that no other has. */
public final class ClusterWork {

    static final String GATE = "gate";
    static final int PERMITS = 4;
    static final String RATE = "api";
    static final int STARTS_PER_SECOND = 20;

    /** Those that clients enqueue; the others come with a batch or a flow. */
    public static final List<Kind> ENQUEUED = List.of(
            Kind.DIRECT,
            Kind.PLAIN,
            Kind.WRITTEN,
            Kind.GATED,
            Kind.RATED,
            Kind.KEYED,
            Kind.MEMBER,
            Kind.STEP_ONE,
            Kind.CALLED,
            Kind.CHUNKED);

    private ClusterWork() {}

    /** The kinds of items, by the types of their jobs. */
    public enum Kind {
        /** Enqueued without a transaction of the caller. */
        DIRECT(false),
        PLAIN(false),
        WRITTEN(true),
        GATED(false),
        RATED(true),
        KEYED(true),
        MEMBER(true),
        AFTER(true),
        STEP_ONE(false),
        STEP_TWO(true),
        STEP_THREE(true),
        CALLED(false),
        CHUNKED(false);

        private final boolean transactional;

        Kind(boolean transactional) {
            this.transactional = transactional;
        }

        /** Returns the name of the type of its jobs. */
        String type() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Returns how histories name what its handler does. */
        String checked() {
            return this == CHUNKED ? "chunks" : transactional ? "transactional" : "plain";
        }

        /** Returns whether its effect commits with its job. */
        boolean isTransactional() {
            return transactional;
        }
    }

    /** Items that follow each other. */
    record Items(long first, int count) {

        /** Returns the last of them. */
        long last() {
            return first + count - 1;
        }

        LongStream numbers() {
            return LongStream.rangeClosed(first, last());
        }
    }

    @JobType(name = "direct")
    record Direct(long item) {}

    @JobType(name = "plain")
    record Plain(long item) {}

    /** Writes its effect in the transaction that completes it, as all do whose kind says so. */
    @JobType(name = "written")
    record Written(long item) {}

    /** Runs with a permit. */
    @JobType(name = "gated")
    @RequiresPermit(GATE)
    record Gated(long item) {}

    /** Starts at a limited rate. */
    @JobType(name = "rated")
    @RateLimited(RATE)
    record Rated(long item) {}

    /** The only one of its key until it has finished; handles each item that was requested by the key. */
    @JobType(name = "keyed")
    record Keyed(long item, String key) {}

    /** An item of a batch. */
    @JobType(name = "member")
    record Member(long item) {}

    /** Runs after a batch of these members. */
    @JobType(name = "after")
    record After(long item, Items members) {}

    /** One of several jobs of the first step of a flow. */
    @JobType(name = "step-one")
    record StepOne(long item) {}

    /** The second step. */
    @JobType(name = "step-two")
    record StepTwo(long item, Items before) {}

    /** The third step. */
    @JobType(name = "step-three")
    record StepThree(long item, Items before) {}

    /** Calls a receiver once. */
    @JobType(name = "called")
    record Called(long item) {}

    /** Walks through a table in chunks. */
    @JobType(name = "chunked")
    record Chunked(long item) {}
}
