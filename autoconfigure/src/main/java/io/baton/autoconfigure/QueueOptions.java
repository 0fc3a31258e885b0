package io.baton.autoconfigure;

import io.baton.BatonException;
import io.baton.loop.LogText;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

    private static final Logger log = LoggerFactory.getLogger(QueueOptions.class);

    private QueueOptions() {}

    static void check(Environment environment) {
        try {
            Binder.get(environment)
                    .bind(
                            "baton.queues",
                            Bindable.mapOf(String.class, BatonProperties.Queue.class),
                            new NoUnboundElementsBindHandler(
                                    EnvironmentVariables.withoutServices(BindHandler.DEFAULT)));
        } catch (BindException e) {
            if (e.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
                refuse(unbound);
            } else {
                throw e;
            }
        }
    }

    private static void refuse(UnboundConfigurationPropertiesException unbound) {
        Set<ConfigurationProperty> properties = unbound.getUnboundProperties().stream()
                .filter(property -> !EnvironmentVariables.isOfService(property))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!properties.isEmpty()) {
            throw new UnknownQueueOptionException(properties, unbound);
        }
    }

    /** Tells of options for a queue that has no handler here, where one of nearly the same name has: a variable cannot say it better. */
    static void warnOfNearMisses(Set<String> configured, Set<String> handled) {
        for (String queue : configured) {
            if (!handled.contains(queue)) {
                handled.stream()
                        .filter(each -> letters(each).equals(letters(queue)))
                        .forEach(each -> log.warn(
                                "The options below baton.queues are for the queue '{}', which has no handler here, not for '{}', which"
                                        + " has one. Where they come from an environment variable, say them in SPRING_APPLICATION_JSON"
                                        + " instead: {\"baton.queues[{}].concurrency\": 3}",
                                LogText.of(queue),
                                LogText.of(each),
                                LogText.of(each)));
            }
        }
    }

    private static String letters(String queue) {
        return queue.replaceAll("[-._]", "").toLowerCase(Locale.ROOT);
    }

    /** A property below {@code baton.queues} is not an option of a queue. */
    static final class UnknownQueueOptionException extends BatonException {

        private static final long serialVersionUID = 1L;

        private final transient Set<ConfigurationProperty> properties;

        UnknownQueueOptionException(
                Set<ConfigurationProperty> properties, UnboundConfigurationPropertiesException unbound) {
            super("Unknown queue options: " + names(properties), unbound);
            this.properties = properties;
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
