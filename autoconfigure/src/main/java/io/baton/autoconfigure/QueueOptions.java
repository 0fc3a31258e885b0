package io.baton.autoconfigure;

import io.baton.BatonException;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.Environment;

/** Refuses options of queues that do not exist: a misspelt concurrency would otherwise be a silent default. */
final class QueueOptions {

    private QueueOptions() {}

    static void check(Environment environment) {
        try {
            Binder.get(environment)
                    .bind(
                            "baton.queues",
                            Bindable.mapOf(String.class, BatonProperties.Queue.class),
                            new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
        } catch (BindException e) {
            if (e.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
                throw new UnknownQueueOptionException(unbound);
            }
            throw e;
        }
    }

    /** A property below {@code baton.queues} is not an option of a queue. */
    static final class UnknownQueueOptionException extends BatonException {

        private static final long serialVersionUID = 1L;

        private final transient Set<ConfigurationProperty> properties;

        UnknownQueueOptionException(UnboundConfigurationPropertiesException unbound) {
            super("Unknown queue options: " + names(unbound.getUnboundProperties()), unbound);
            this.properties = unbound.getUnboundProperties();
        }

        private static String names(Set<ConfigurationProperty> properties) {
            return properties.stream()
                    .map(property -> property.getName().toString())
                    .collect(Collectors.joining(", "));
        }

        Set<ConfigurationProperty> properties() {
            return properties;
        }
    }
}
