package io.baton.operator;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides what operators may do by the dashboard and the endpoint.
 *
 * @param writes whether something can be changed
 * @param showValues whether payloads, results and messages of errors are shown
 * @param role the role that operators must have; null if none
 * @param writeRole the role that operators must have to change something; null if none
 */
public record Access(
        boolean writes,
        boolean showValues,
        @Nullable String role,
        @Nullable String writeRole) {

    /** Returns the access where callers are known only by a role. Without a role they cannot change anything, and possible secrets are masked. */
    public Access byRole() {
        return new Access(writes && role != null, showValues && role != null, role, writeRole);
    }

    public Shown shown() {
        return showValues ? Shown.ALL : Shown.MASKED;
    }

    public void requireRole(Predicate<String> has) {
        if (!isGranted(role, has)) {
            throw RefusedException.forbidden("This needs a role that you do not have");
        }
    }

    public boolean mayChange(Predicate<String> has) {
        return writes && isGranted(role, has) && isGranted(writeRole, has);
    }

    public void requireChange(Predicate<String> has) {
        if (!writes) {
            throw RefusedException.forbidden("Nothing can be changed here: baton.dashboard.writes=true allows it on the"
                    + " dashboard, and together with baton.dashboard.role by the endpoint");
        }
        if (!mayChange(has)) {
            throw RefusedException.forbidden("To change this needs a role that you do not have");
        }
    }

    private static boolean isGranted(@Nullable String role, Predicate<String> has) {
        return role == null || has.test(role);
    }
}
