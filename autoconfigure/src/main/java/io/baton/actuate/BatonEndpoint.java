package io.baton.actuate;

import static java.util.Objects.requireNonNull;

import io.baton.operator.Access;
import io.baton.operator.Operations;
import io.baton.operator.RefusedException;
import java.security.Principal;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationArgumentResolver;
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
import org.springframework.util.StringUtils;

/** Shows and changes queues, jobs, workers, limits, sequences, batches, flows and recurring jobs over HTTP. */
@WebEndpoint(id = "baton")
public record BatonEndpoint(Operations operations, Access access) {

    /** Callers are known only by a role. */
    public BatonEndpoint {
        access = access.byRole();
    }

    /** Returns the resources, and the actions of each that the caller is allowed to perform. */
    @ReadOperation
    public WebEndpointResponse<?> resources(SecurityContext caller) {
        return read(caller, () -> operations.actions(access.mayChange(caller::isUserInRole)));
    }

    /** Returns a page of a list. */
    @ReadOperation
    public WebEndpointResponse<?> list(SecurityContext caller, @Selector String kind, Terms terms) {
        return read(caller, () -> operations.list(kind, terms.values(), access.shown()));
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

    /** The parameters of a list by their names, which the resource checks. */
    public record Terms(Map<String, String> values) {}

    /** Passes all parameters of a list as {@link Terms}. Refuses unknown parameters of other operations, which Spring Boot would ignore. */
    public static final class KnownParameters implements OperationInvokerAdvisor {

        private static final EndpointId BATON = EndpointId.of("baton");

        @Override
        public OperationInvoker apply(
                EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
            if (!endpoint.equals(BATON)) {
                return invoker;
            }
            if (parameters.stream().anyMatch(each -> each.getType() == Terms.class)) {
                return context -> invoker.invoke(withTerms(context));
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

        private static InvocationContext withTerms(InvocationContext context) {
            Map<String, String> terms = new HashMap<>();
            context.getArguments().forEach((name, value) -> {
                if (value != null) {
                    terms.put(
                            name,
                            value instanceof Collection<?> all
                                    ? StringUtils.collectionToCommaDelimitedString(all)
                                    : value.toString());
                }
            });
            terms.remove("kind");
            return new InvocationContext(
                    requireNonNull(context.resolveArgument(SecurityContext.class)),
                    context.getArguments(),
                    OperationArgumentResolver.of(Terms.class, () -> new Terms(terms)));
        }
    }
}
