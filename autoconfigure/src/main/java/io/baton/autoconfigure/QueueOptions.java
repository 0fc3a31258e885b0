package io.baton.autoconfigure;

import io.baton.BatonException;
import io.baton.loop.LogText;
import io.baton.type.NearMiss;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
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

/** Refuses options of queues, rate limits and recurring jobs that do not exist: a misspelt one would otherwise be a silent default. */
final class QueueOptions {

    private static final Logger log = LoggerFactory.getLogger(QueueOptions.class);

    private static final Kind QUEUES =
            new Kind("baton.queues", "queue", BatonProperties.Queue.class, BatonProperties.Queue.OPTIONS);
    private static final Kind RATE_LIMITS = new Kind(
            "baton.rate-limits", "rate limit", BatonProperties.RateLimit.class, BatonProperties.RateLimit.OPTIONS);
    private static final Kind RECURRING = new Kind(
            "baton.recurring", "recurring job", BatonProperties.Recurring.class, BatonProperties.Recurring.OPTIONS);

    private static final int SHORT = 4;
    private static final int LONG = 8;
    private static final Pattern DIGITS = Pattern.compile("\\d");

    private QueueOptions() {}

    /** What has options below its name. */
    record Kind(String prefix, String noun, Class<?> type, List<String> options) {}

    static void check(Environment environment) {
        check(environment, QUEUES);
        check(environment, RATE_LIMITS);
        check(environment, RECURRING);
    }

    private static void check(Environment environment, Kind kind) {
        try {
            Binder.get(environment)
                    .bind(
                            kind.prefix(),
                            Bindable.mapOf(String.class, kind.type()),
                            new NoUnboundElementsBindHandler(
                                    EnvironmentVariables.withoutServices(BindHandler.DEFAULT)));
        } catch (BindException e) {
            if (e.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
                refuse(kind, unbound);
            } else {
                throw e;
            }
        }
    }

    private static void refuse(Kind kind, UnboundConfigurationPropertiesException unbound) {
        Set<ConfigurationProperty> properties = unbound.getUnboundProperties().stream()
                .filter(property -> !EnvironmentVariables.isOfService(property))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!properties.isEmpty()) {
            throw new UnknownOptionException(kind, properties, unbound);
        }
    }

    /**
     * Tells of options for a queue that has no handler here, where one of nearly the same name has: a variable cannot say it better, and people
     * misspell.
     */
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
                handled.stream()
                        .filter(each -> isNearly(each, queue))
                        .findFirst()
                        .ifPresent(each -> log.warn(
                                "The options below baton.queues are for the queue '{}', which has no handler here. Did you mean '{}'?",
                                LogText.of(queue),
                                LogText.of(each)));
            }
        }
    }

    /** Names of a series are near each other by intention. */
    private static boolean isNearly(String handled, String queue) {
        int shorter = Math.min(handled.length(), queue.length());
        int near = shorter < SHORT ? 0 : shorter < LONG ? 1 : 2;
        return NearMiss.distance(handled, queue) <= near
                && !letters(handled).equals(letters(queue))
                && !DIGITS.matcher(handled)
                        .replaceAll("")
                        .equals(DIGITS.matcher(queue).replaceAll(""));
    }

    private static String letters(String queue) {
        return queue.replaceAll("[-._]", "").toLowerCase(Locale.ROOT);
    }

    /** A property below {@code baton.queues}, {@code baton.rate-limits} or {@code baton.recurring} is not an option there. */
    static final class UnknownOptionException extends BatonException {

        private static final long serialVersionUID = 1L;

        private final transient Kind kind;
        private final transient Set<ConfigurationProperty> properties;

        UnknownOptionException(
                Kind kind, Set<ConfigurationProperty> properties, UnboundConfigurationPropertiesException unbound) {
            super("Unknown options of a " + kind.noun() + ": " + names(properties), unbound);
            this.kind = kind;
            this.properties = properties;
        }

        private static String names(Set<ConfigurationProperty> properties) {
            return properties.stream()
                    .map(property -> property.getName().toString())
                    .collect(Collectors.joining(", "));
        }

        Kind kind() {
            return kind;
        }

        Set<ConfigurationProperty> properties() {
            return properties;
        }
    }
}
