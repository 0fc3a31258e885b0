package io.baton.recurring;

import io.baton.BatonException;

/** Thrown if this node does not understand the recurrence of a schedule, such as a time zone that its Java does not have. */
public class UnreadableScheduleException extends BatonException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception for a schedule. */
    public UnreadableScheduleException(String name, BatonException cause) {
        super(
                "This node cannot read when the recurring job \"" + name + "\" recurs, and leaves it to other nodes: "
                        + cause.getMessage()
                        + ". If another node stored it, this one needs a Java and a Spring as new as there",
                cause);
    }
}
