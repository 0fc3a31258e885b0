package io.baton.actuate;

import io.baton.operator.Access;
import io.baton.operator.Done;
import io.baton.operator.Operations;
import io.baton.operator.Page;
import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Shows queues, jobs, workers, limits, batches, flows and recurring jobs, such as over JMX. The caller is unknown and has no role. */
@Endpoint(id = "baton")
public final class BatonEndpoint {

    private static final String[] TERMS =
            "state type queue label batch since until error span after limit resource target principal job flow"
                    .split(" ", -1);

    private final Operations operations;
    private final Access access;

    /** Creates the endpoint. */
    public BatonEndpoint(Operations operations, Access access) {
        this.operations = operations;
        this.access = access.byRole();
    }

    /** Returns the resources, and the actions that each one has. */
    @ReadOperation
    public Map<String, List<String>> resources() {
        return resources(SecurityContext.NONE);
    }

    /** Returns a page of a list. The terms {@code state} to {@code error} select jobs, the terms after {@code limit} select changes and diagnoses. */
    @ReadOperation
    public Page list(
            @Selector String kind,
            @Nullable String state,
            @Nullable String type,
            @Nullable String queue,
            @Nullable String label,
            @Nullable String batch,
            @Nullable String since,
            @Nullable String until,
            @Nullable String error,
            @Nullable String span,
            @Nullable String after,
            @Nullable String limit,
            @Nullable String resource,
            @Nullable String target,
            @Nullable String principal,
            @Nullable String job,
            @Nullable String flow) {
        return list(
                SecurityContext.NONE,
                kind,
                terms(
                        state, type, queue, label, batch, since, until, error, span, after, limit, resource, target,
                        principal, job, flow));
    }

    /** Returns one item by its id. */
    @ReadOperation
    public Object find(@Selector String kind, @Selector String id) {
        return find(SecurityContext.NONE, kind, id);
    }

    Map<String, List<String>> resources(SecurityContext caller) {
        access.requireRole(caller::isUserInRole);
        Map<String, List<String>> actions = operations.actions();
        actions.replaceAll((kind, all) -> access.mayChange(caller::isUserInRole) ? all : List.of());
        return actions;
    }

    Page list(SecurityContext caller, String kind, Map<String, String> terms) {
        access.requireRole(caller::isUserInRole);
        return operations.list(kind, terms, access.shown());
    }

    Object find(SecurityContext caller, String kind, String id) {
        access.requireRole(caller::isUserInRole);
        return operations.find(kind, id, access.shown());
    }

    Done change(SecurityContext caller, String kind, String id, String action, @Nullable String value) {
        access.requireChange(caller::isUserInRole);
        Principal user = caller.getPrincipal();
        return operations.change(kind, id, action, value, access.shown(), user == null ? "anonymous" : user.getName());
    }

    /** Returns the terms that are set, by their names. */
    static Map<String, String> terms(@Nullable String... values) {
        Map<String, String> terms = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            if (value != null) {
                terms.put(TERMS[i], value);
            }
        }
        return terms;
    }
}
