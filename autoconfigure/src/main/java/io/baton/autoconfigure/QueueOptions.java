package io.baton.autoconfigure;

import io.baton.loop.LogText;
import io.baton.start.StartRefusedException;
import io.baton.type.NearMiss;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
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
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
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

    static final String DEFAULT = "default";

    private static final int SHORT = 4;
    private static final int LONG = 8;
    private static final Pattern DIGITS = Pattern.compile("\\d");

    private QueueOptions() {}

    /** The kinds of names that have options. */
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
            throw new StartRefusedException(
                    "Unknown options of a " + kind.noun() + ": "
                            + joined(properties, property -> property.getName().toString(), ", "),
                    joined(properties, property -> describe(kind, property), System.lineSeparator()),
                    "A " + kind.noun() + " has the options " + String.join(" and ", kind.options()) + ". "
                            + howToName(kind, properties),
                    unbound);
        }
    }

    private static String joined(
            Set<ConfigurationProperty> properties, Function<ConfigurationProperty, String> text, String between) {
        return properties.stream().map(text).collect(Collectors.joining(between));
    }

    private static String describe(Kind kind, ConfigurationProperty property) {
        String option = property.getName().getLastElement(Form.DASHED);
        String origin = property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        return "The property '" + property.getName() + "'" + origin + " is not an option of a " + kind.noun() + "."
                + NearMiss.question(option, kind.options());
    }

    private static String howToName(Kind kind, Set<ConfigurationProperty> properties) {
        String first = kind.options().get(0);
        if (properties.stream()
                .noneMatch(each -> EnvironmentVariables.name(each).isPresent())) {
            return "Put a name with dots or capitals in brackets: " + kind.prefix() + "[my.name]." + first + ".";
        }
        String variables = kind.options().stream()
                .map(option -> variable(kind.prefix() + ".files." + option))
                .collect(Collectors.joining(", "));
        return "The name of a variable can say names of small letters and digits only: " + variables
                + ". Say others in a file of properties, or in the variable SPRING_APPLICATION_JSON={\"" + kind.prefix()
                + "[my-name]." + first + "\": 3}.";
    }

    private static String variable(String property) {
        return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /**
     * Warns of options for a queue without a handler here, where a queue of a similar name has one: a variable cannot express every name, or it is
     * misspelt.
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

    /**
     * Warns of each served queue that no handler uses. Jobs may name other queues than their handlers do: those that have options are expected, as
     * is the default.
     */
    static void warnOfUnhandled(Set<String> served, Set<String> configured, Set<String> handled) {
        served.stream()
                .filter(queue -> !handled.contains(queue) && !configured.contains(queue) && !queue.equals(DEFAULT))
                .forEach(queue -> log.warn(
                        "baton.worker.queues names the queue '{}', which no handler of this application uses.{} Their queues are {}. If jobs name"
                                + " it when they are enqueued, set an option below baton.queues for it to end this warning",
                        LogText.of(queue),
                        LogText.of(NearMiss.question(queue, handled)),
                        LogText.of(new TreeSet<>(handled).toString())));
    }

    /** Returns whether both are of a series, whose names are similar by intention. */
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
}
