package io.baton.job;

import io.baton.BatonException;

/** Thrown if the tick of a job is in a time zone that this node does not know, because its Java is too old for it: other nodes can run the job. */
public class UnknownTickZoneException extends BatonException {

    private static final long serialVersionUID = 1L;

    UnknownTickZoneException(String schedule, String zone) {
        super("The tick of the recurring job \"" + schedule + "\" is in the time zone \"" + zone
                + "\", which the Java of this node does not know: nodes with a newer one can run the job");
    }
}
