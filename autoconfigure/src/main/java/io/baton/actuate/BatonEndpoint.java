package io.baton.actuate;

import io.baton.operator.Access;
import io.baton.operator.Operations;
import io.baton.operator.RefusedException;
import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/** Shows and changes queues, jobs, workers, limits, batches, flows and recurring jobs over HTTP. */
@WebEndpoint(id = "baton")
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

    /** Returns the resources, and the actions of each that the caller is allowed to perform. */
    @ReadOperation
    public WebEndpointResponse<?> resources(SecurityContext caller) {
        return read(caller, () -> {
            Map<String, List<String>> actions = operations.actions();
            actions.replaceAll((kind, all) -> access.mayChange(caller::isUserInRole) ? all : List.of());
            return actions;
        });
    }

    /** Returns a page of a list. The terms {@code state} to {@code error} select jobs, the terms after {@code limit} select changes and diagnoses. */
    @ReadOperation
    public WebEndpointResponse<?> list(
            SecurityContext caller,
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
        Map<String, String> terms = terms(
                state, type, queue, label, batch, since, until, error, span, after, limit, resource, target, principal,
                job, flow);
        return read(caller, () -> operations.list(kind, terms, access.shown()));
    }

    /** Returns one item by its id. */
    @ReadOperation
    public WebEndpointResponse<?> find(SecurityContext caller, @Selector String kind, @Selector String id) {
        return read(caller, () -> operations.find(kind, id, access.shown()));
    }

    /** Performs an action. */
    @WriteOperation
    public WebEndpointResponse<?> change(
            SecurityContext caller, @Selector String kind, @Selector String id, String action, @Nullable String value) {
        return respond(() -> {
            access.requireChange(caller::isUserInRole);
            Principal user = caller.getPrincipal();
            return operations.change(
                    kind, id, action, value, access.shown(), user == null ? "anonymous" : user.getName());
        });
    }

    private WebEndpointResponse<?> read(SecurityContext caller, Supplier<Object> work) {
        return respond(() -> {
            access.requireRole(caller::isUserInRole);
            return work.get();
        });
    }

    private static WebEndpointResponse<?> respond(Supplier<Object> work) {
        try {
            return new WebEndpointResponse<>(work.get());
        } catch (RefusedException e) {
            return refused(e);
        }
    }

    private static WebEndpointResponse<?> refused(RefusedException refusal) {
        return new WebEndpointResponse<>(Map.of("detail", String.valueOf(refusal.getMessage())), refusal.status());
    }

    /** Returns the terms that are set, by their names. */
    private static Map<String, String> terms(@Nullable String... values) {
        Map<String, String> terms = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            if (value != null) {
                terms.put(TERMS[i], value);
            }
        }
        return terms;
    }

    /** Refuses requests with parameters that no operation of Baton's endpoint has, which Spring Boot would ignore. */
    public static final class KnownParameters implements OperationInvokerAdvisor {

        private static final EndpointId BATON = EndpointId.of("baton");

        @Override
        public OperationInvoker apply(
                EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
            if (!endpoint.equals(BATON)) {
                return invoker;
            }
            Set<String> all =
                    parameters.stream().map(OperationParameter::getName).collect(Collectors.toSet());
            Set<String> known = parameters.stream()
                    .filter(each -> each.getType() == String.class && each.getAnnotation(Selector.class) == null)
                    .map(OperationParameter::getName)
                    .collect(Collectors.toSet());
            return context -> {
                Optional<String> unknown = context.getArguments().keySet().stream()
                        .filter(name -> !all.contains(name))
                        .findFirst();
                return unknown.isPresent()
                        ? refused(RefusedException.unknownParameter(unknown.get(), known))
                        : invoker.invoke(context);
            };
        }
    }
}
