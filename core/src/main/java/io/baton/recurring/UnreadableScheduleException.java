package io.baton.recurring;

import io.baton.BatonException;

/** A schedule recurs in a way that this node does not know, such as in a time zone that its Java is too old for. */
public class UnreadableScheduleException extends BatonException {

    private static final long serialVersionUID = 1L;

    /** Of one schedule. */
    public UnreadableScheduleException(String name, BatonException cause) {
        super(
                "This node cannot read when the recurring job \"" + name + "\" recurs, and leaves it to other nodes: "
                        + cause.getMessage()
                        + ". If another node stored it, this one needs a Java and a Spring as new as there",
                cause);
    }
}
