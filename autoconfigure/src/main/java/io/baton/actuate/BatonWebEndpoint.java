package io.baton.actuate;

import io.baton.operator.RefusedException;
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
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Extends {@link BatonEndpoint} over HTTP by the authorization of the user, changes and response statuses. */
@EndpointWebExtension(endpoint = BatonEndpoint.class)
public final class BatonWebEndpoint {

    private final BatonEndpoint endpoint;

    /** Creates the extension of the endpoint. */
    public BatonWebEndpoint(BatonEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @ReadOperation
    public WebEndpointResponse<?> resources(SecurityContext caller) {
        return respond(() -> endpoint.resources(caller));
    }

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
        return respond(() -> endpoint.list(
                caller,
                kind,
                BatonEndpoint.terms(
                        state, type, queue, label, batch, since, until, error, span, after, limit, resource, target,
                        principal, job, flow)));
    }

    @ReadOperation
    public WebEndpointResponse<?> find(SecurityContext caller, @Selector String kind, @Selector String id) {
        return respond(() -> endpoint.find(caller, kind, id));
    }

    @WriteOperation
    public WebEndpointResponse<?> change(
            SecurityContext caller, @Selector String kind, @Selector String id, String action, @Nullable String value) {
        return respond(() -> endpoint.change(caller, kind, id, action, value));
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
