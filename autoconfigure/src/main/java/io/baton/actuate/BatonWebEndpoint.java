package io.baton.actuate;

import io.baton.operator.RefusedException;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** The same over HTTP, which knows who asks and answers with a status. */
@EndpointWebExtension(endpoint = BatonEndpoint.class)
public final class BatonWebEndpoint {

    private static final String ANONYMOUS = "anonymous";

    private final BatonEndpoint endpoint;
    private final Show showValues;
    private final Set<String> roles;

    /**
     * Creates the extension of an endpoint.
     *
     * @param roles of whom values are shown to where they are shown when authorized; nobody's in particular if empty
     */
    public BatonWebEndpoint(BatonEndpoint endpoint, Show showValues, Set<String> roles) {
        this.endpoint = endpoint;
        this.showValues = showValues;
        this.roles = Set.copyOf(roles);
    }

    @ReadOperation
    public WebEndpointResponse<?> list(
            SecurityContext asking,
            @Selector String resource,
            @Nullable String state,
            @Nullable String type,
            @Nullable String queue,
            @Nullable String label,
            @Nullable String batch,
            @Nullable String after,
            @Nullable String limit) {
        return answer(() -> endpoint.list(
                resource,
                new ListTerms(state, type, queue, label, batch, after, limit),
                showValues.isShown(asking, roles)));
    }

    @ReadOperation
    public WebEndpointResponse<?> find(SecurityContext asking, @Selector String resource, @Selector String id) {
        return answer(() -> endpoint.find(resource, id, showValues.isShown(asking, roles)));
    }

    @WriteOperation
    public WebEndpointResponse<?> change(
            SecurityContext asking,
            @Selector String resource,
            @Selector String id,
            String action,
            @Nullable String value) {
        Principal principal = asking.getPrincipal();
        String name = principal == null ? ANONYMOUS : principal.getName();
        return answer(() -> endpoint.change(resource, id, action, value, name));
    }

    private static WebEndpointResponse<?> answer(Supplier<Object> work) {
        try {
            return new WebEndpointResponse<>(work.get());
        } catch (RefusedException e) {
            return refused(e);
        }
    }

    /** Returns the answer that tells why there is no other. */
    static WebEndpointResponse<?> refused(RefusedException refusal) {
        return new WebEndpointResponse<>(Map.of("detail", String.valueOf(refusal.getMessage())), refusal.status());
    }
}
