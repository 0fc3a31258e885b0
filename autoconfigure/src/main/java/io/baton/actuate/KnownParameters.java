package io.baton.actuate;

import io.baton.operator.RefusedException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/** Refuses requests with parameters that no operation of Baton's endpoint has; Spring Boot passes over them. */
public final class KnownParameters implements OperationInvokerAdvisor {

    private static final EndpointId BATON = EndpointId.of("baton");

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!endpoint.equals(BATON)) {
            return invoker;
        }
        Set<String> all = parameters.stream().map(OperationParameter::getName).collect(Collectors.toSet());
        Set<String> askedFor = parameters.stream()
                .filter(each -> each.getType() == String.class && each.getAnnotation(Selector.class) == null)
                .map(OperationParameter::getName)
                .collect(Collectors.toSet());
        return context -> {
            Optional<String> unknown = context.getArguments().keySet().stream()
                    .filter(name -> !all.contains(name))
                    .findFirst();
            return unknown.isPresent()
                    ? BatonWebEndpoint.refused(RefusedException.unknownParameter(unknown.get(), askedFor))
                    : invoker.invoke(context);
        };
    }
}
