package io.baton.start;

import io.baton.BatonException;
import org.jspecify.annotations.Nullable;

/** Thrown if a start is refused until an administrator has changed something. The message has the description and the action. */
public final class StartRefusedException extends BatonException {

    private final String description;
    private final String action;

    /** Creates an exception for a problem, whose description may lack the full stop. */
    public StartRefusedException(String problem, String action) {
        this(problem, action, null);
    }

    /** Creates an exception for a problem, whose description may lack the full stop. */
    public StartRefusedException(String problem, String action, @Nullable Throwable cause) {
        super(sentence(problem) + " " + action, cause);
        this.description = sentence(problem);
        this.action = action;
    }

    private static String sentence(String problem) {
        return problem.endsWith(".") ? problem : problem + ".";
    }

    /** Returns what happened and why. */
    public String description() {
        return description;
    }

    /** Returns what an administrator can do about it. */
    public String action() {
        return action;
    }
}
