package io.baton.operator;

import io.baton.type.NearMiss;
import java.util.Collection;
import java.util.TreeSet;

/** A request was refused, or failed. The message is for the caller and contains no internals of this node. */
public final class RefusedException extends RuntimeException {

    private final int status;

    public RefusedException(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    public static RefusedException invalid(String message) {
        return new RefusedException(400, message);
    }

    /** Returns the refusal of an unknown parameter, which would otherwise be ignored. */
    public static RefusedException unknownParameter(String name, Collection<String> known) {
        String others = known.isEmpty() ? " There are none here" : " Those here are " + new TreeSet<>(known);
        return invalid("There is no parameter '" + name + "'." + NearMiss.question(name, known) + others);
    }

    public static RefusedException forbidden(String message) {
        return new RefusedException(403, message);
    }

    static RefusedException notFound(String message) {
        return new RefusedException(404, message);
    }

    /** Returns the refusal of an action that the current state does not allow. */
    static RefusedException conflict(String message) {
        return new RefusedException(409, message);
    }

    /** Returns the failure of a request that the caller did not cause. The same request may succeed later if it is of the moment. */
    static RefusedException failed(boolean ofTheMoment) {
        return new RefusedException(ofTheMoment ? 503 : 500, "The call failed; the log of the application says why");
    }

    public int status() {
        return status;
    }
}
