package io.baton.operator;

import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which operators may do what, by dashboard and endpoint.
 *
 * @param writes whether something can be changed
 * @param showValues whether payloads, results and messages of errors are shown
 * @param role that operators must have; null if none
 * @param jobsRole that those who change jobs must have; null if none
 * @param limitsRole that those who change queues, limits and recurring jobs must have; null if none
 */
public record Access(
        boolean writes,
        boolean showValues,
        @Nullable String role,
        @Nullable String jobsRole,
        @Nullable String limitsRole) {

    /** To change any other needs the role for jobs. */
    private static final Set<String> OF_LIMITS = Set.of("queues", "semaphores", "rate-limits", "recurring");

    /** Returns this where callers are unknown unless they have a role: without one they only read, and what may hold secrets is masked. */
    public Access byRole() {
        return new Access(writes && role != null, showValues && role != null, role, jobsRole, limitsRole);
    }

    /** Returns what callers see. */
    public Shown shown() {
        return showValues ? Shown.ALL : Shown.MASKED;
    }

    /** Refuses a caller without the role. */
    public void requireRole(Predicate<String> has) {
        if (!isGranted(role, has)) {
            throw RefusedException.forbidden("This needs a role that you do not have");
        }
    }

    /** Returns whether a caller may change what this resource has. */
    public boolean mayChange(String resource, Predicate<String> has) {
        return writes && isGranted(role, has) && isGranted(OF_LIMITS.contains(resource) ? limitsRole : jobsRole, has);
    }

    /** Refuses a change that the caller may not make. */
    public void requireChange(String resource, Predicate<String> has) {
        if (!writes) {
            throw RefusedException.forbidden("Nothing can be changed here: baton.dashboard.writes=true allows it on the"
                    + " dashboard, and together with baton.dashboard.role by the endpoint");
        }
        if (!mayChange(resource, has)) {
            throw RefusedException.forbidden("To change this needs a role that you do not have");
        }
    }

    private static boolean isGranted(@Nullable String role, Predicate<String> has) {
        return role == null || has.test(role);
    }
}
