package io.baton.actuate;

import io.baton.operator.Operations;
import io.baton.operator.RefusedException;
import io.baton.operator.Shown;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** The same over HTTP, with the authorization of the user and a status. */
@EndpointWebExtension(endpoint = BatonEndpoint.class)
public final class BatonWebEndpoint {

    private static final String ANONYMOUS = "anonymous";

    private final Operations operations;
    private final Show showValues;
    private final Set<String> roles;

    /**
     * Creates the extension of the endpoint.
     *
     * @param roles to which values are shown where they are shown when authorized; all if empty
     */
    public BatonWebEndpoint(Operations operations, Show showValues, Set<String> roles) {
        this.operations = operations;
        this.showValues = showValues;
        this.roles = Set.copyOf(roles);
    }

    @ReadOperation
    public WebEndpointResponse<?> list(
            SecurityContext asking,
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
        return respond(() -> operations.list(
                kind,
                BatonEndpoint.terms(
                        state, type, queue, label, batch, since, until, error, span, after, limit, resource, target,
                        principal, job, flow),
                shown(asking)));
    }

    @ReadOperation
    public WebEndpointResponse<?> find(SecurityContext asking, @Selector String kind, @Selector String id) {
        return respond(() -> operations.find(kind, id, shown(asking)));
    }

    @WriteOperation
    public WebEndpointResponse<?> change(
            SecurityContext asking, @Selector String kind, @Selector String id, String action, @Nullable String value) {
        Principal user = asking.getPrincipal();
        String name = user == null ? ANONYMOUS : user.getName();
        return respond(() -> operations.change(kind, id, action, value, shown(asking), name));
    }

    private Shown shown(SecurityContext asking) {
        return BatonEndpoint.shown(showValues.isShown(asking, roles));
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

    /** Refuses requests with parameters that no operation of Baton's endpoint has; Spring Boot ignores them. */
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
