package io.baton;

import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The packages from the ground up, each with what it may know: only packages above it in this list. */
enum Layer {
    API("io.baton"),
    CALENDAR("io.baton.calendar", API),
    LOOP("io.baton.loop"),
    START("io.baton.start", API),
    DATABASE("io.baton.database", API, LOOP, START),
    SCHEMA("io.baton.schema", API, START, LOOP, DATABASE),
    JOB("io.baton.job", API, DATABASE),
    CONNECTION("io.baton.connection", DATABASE, JOB),
    JOB_JDBC("io.baton.job.jdbc", API, LOOP, DATABASE, JOB),
    JPA("io.baton.jpa", API, JOB),
    TYPE("io.baton.type", API, LOOP),
    PERMIT("io.baton.permit", API, LOOP, DATABASE, JOB, TYPE),
    SEQUENCE("io.baton.sequence", API, LOOP, DATABASE, JOB),
    UNIQUE("io.baton.unique", API, LOOP, DATABASE, JOB, JOB_JDBC),
    ENQUEUE("io.baton.enqueue", API, LOOP, DATABASE, JOB, TYPE, UNIQUE),
    SHARE("io.baton.share", API, DATABASE, JOB, TYPE, ENQUEUE),
    BATCH("io.baton.batch", API, LOOP, DATABASE, JOB, ENQUEUE),
    BATCH_WEB("io.baton.batch.web", API, LOOP, BATCH),
    ONCE("io.baton.once", API, DATABASE, LOOP, JOB, TYPE, ENQUEUE),
    RECURRING("io.baton.recurring", API, CALENDAR, LOOP, DATABASE, JOB, JOB_JDBC, TYPE, ENQUEUE),
    FLOW("io.baton.flow", API, DATABASE, JOB, ENQUEUE, BATCH),
    ADMIN("io.baton.admin", API, LOOP, DATABASE, JOB, TYPE, ENQUEUE),
    CHUNK("io.baton.chunk", API, DATABASE),
    HANDLER("io.baton.handler", API, START, LOOP, TYPE),
    WAKEUP("io.baton.wakeup", JOB, LOOP),
    WORKER("io.baton.worker", API, DATABASE, JOB, LOOP, WAKEUP),
    WORKER_RUN("io.baton.worker.run", API, DATABASE, JOB, LOOP, WORKER),
    WORKER_CALL("io.baton.worker.call", API, DATABASE, JOB, TYPE, ENQUEUE, CHUNK, HANDLER, LOOP, WORKER, WORKER_RUN),
    WORKER_LANE("io.baton.worker.lane", JOB, LOOP, WORKER, WORKER_RUN, WORKER_CALL),
    WORKER_CLAIM("io.baton.worker.claim", API, DATABASE, JOB, LOOP, WAKEUP, WORKER, WORKER_RUN, WORKER_LANE),
    WORKER_LIFE(
            "io.baton.worker.life",
            API,
            DATABASE,
            JOB,
            CHUNK,
            HANDLER,
            LOOP,
            WAKEUP,
            WORKER,
            WORKER_RUN,
            WORKER_CALL,
            WORKER_LANE,
            WORKER_CLAIM),
    SWEEP("io.baton.sweep", DATABASE, JOB, LOOP, WAKEUP),
    OBSERVATION("io.baton.observation", API, JOB, LOOP, WORKER_CALL),
    MONITOR("io.baton.monitor", API, CALENDAR, LOOP, DATABASE, JOB, JOB_JDBC, TYPE, BATCH, WORKER_RUN),
    /** Puts a node together: it knows all below, but the inner rooms of the worker, and what only an application with JPA or the web has. */
    WIRING(
            "io.baton.wiring",
            layer -> layer.compareTo(MONITOR) <= 0
                    && !Set.of(WORKER_LANE, WORKER_CLAIM, JPA, BATCH_WEB).contains(layer)),
    MANUAL("io.baton.manual", API, LOOP, DATABASE, JOB, HANDLER, WORKER, WORKER_RUN, WORKER_CALL, WORKER_LIFE, WIRING),
    ENGINE(
            "io.baton.engine",
            API,
            CALENDAR,
            START,
            DATABASE,
            CONNECTION,
            SCHEMA,
            JOB,
            TYPE,
            HANDLER,
            ENQUEUE,
            ONCE,
            SWEEP,
            WAKEUP,
            WORKER,
            WORKER_LIFE,
            WIRING),
    OPERATOR("io.baton.operator", API, JOB, TYPE, LOOP, MONITOR),
    METRICS("io.baton.metrics", API, JOB, ENQUEUE, LOOP, WORKER, WORKER_RUN, WORKER_LIFE, SWEEP, RECURRING, MONITOR),
    ACTUATE("io.baton.actuate", API, JOB, LOOP, WORKER, WORKER_LIFE, MONITOR, OPERATOR),
    DASHBOARD("io.baton.dashboard", API, LOOP, MONITOR, OPERATOR),
    /** The roof: it knows all but the inner rooms of the worker. */
    AUTOCONFIGURE("io.baton.autoconfigure", layer -> !Set.of(WORKER_LANE, WORKER_CLAIM)
            .contains(layer));

    private final String inside;

    @SuppressWarnings("ImmutableEnumChecker") // none has a state
    private final Predicate<Layer> below;

    Layer(String inside, Layer... below) {
        this(inside, Set.of(below)::contains);
    }

    Layer(String inside, Predicate<Layer> below) {
        this.inside = inside;
        this.below = below;
    }

    /** Its package. */
    String inside() {
        return inside;
    }

    /** Its own package and those it rests on. */
    Set<String> known() {
        return Stream.of(values())
                .filter(layer -> layer == this || below.test(layer))
                .map(Layer::inside)
                .collect(Collectors.toUnmodifiableSet());
    }
}
