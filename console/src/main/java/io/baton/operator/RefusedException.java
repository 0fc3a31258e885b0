package io.baton.operator;

import io.baton.type.NearMiss;
import java.util.Collection;
import java.util.TreeSet;

/** A request is refused, or failed. The message is for the caller and has no internals of this node. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Creates a refusal.
     *
     * @param status the HTTP status
     */
    public RefusedException(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    /** It cannot be. */
    static RefusedException invalid(String message) {
        return new RefusedException(400, message);
    }

    /** Returns the refusal of a parameter that is not among these, which would otherwise be ignored. */
    public static RefusedException unknownParameter(String name, Collection<String> known) {
        String others = known.isEmpty() ? " There are none here" : " Those here are " + new TreeSet<>(known);
        return invalid("There is no parameter '" + name + "'." + NearMiss.question(name, known) + others);
    }

    /** The caller may not do it. */
    public static RefusedException forbidden(String message) {
        return new RefusedException(403, message);
    }

    /** There is none of this id. */
    static RefusedException notFound(String message) {
        return new RefusedException(404, message);
    }

    /** It cannot be done with it as it is now. */
    static RefusedException conflict(String message) {
        return new RefusedException(409, message);
    }

    /**
     * It failed, through no fault of the caller.
     *
     * @param ofTheMoment whether it may succeed later as it is
     */
    static RefusedException failed(boolean ofTheMoment) {
        return new RefusedException(ofTheMoment ? 503 : 500, "The call failed; the log of the application says why");
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }
}
