package io.baton.faults.order;

import io.baton.InSequence;
import io.baton.JobType;

/** The payloads. */
final class OrderWork {

    static final String QUEUE = "order";

    /** That of plain jobs. */
    static final int NO_SEQUENCE = -1;

    private OrderWork() {}

    /** Returns the name of a sequence. */
    static String name(int sequence) {
        return "order:" + sequence;
    }

    /** A job of a sequence. */
    @JobType(name = "step", queue = QUEUE)
    @InSequence("'order:' + #payload.sequence")
    record Step(int sequence) {}

    /** A job that its sender may put into a sequence. It is completed in the transaction of its handler. */
    @JobType(name = "written", queue = QUEUE)
    record Written(int sequence) {}
}
