package io.baton.autoconfigure;

import io.baton.loop.LogText;
import io.baton.type.NearMiss;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Logs warnings about unknown properties below {@code baton}, such as misspelt ones. Environment variables below an unknown name may belong to other
 * software, and are logged only if they are similar to a variable of Baton.
 */
final class UnknownProperties {

    private static final Logger log = LoggerFactory.getLogger(UnknownProperties.class);

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("baton");
    private static final int NEAR = 2;
    private static final String NAMES = ". A name of several words or with capitals stands in brackets, such as"
            + " baton.queues[my.name].concurrency, in a file of properties or in the variable SPRING_APPLICATION_JSON";

    private final Map<ConfigurationPropertyName, Boolean> bound;
    private final Set<String> letters;

    private UnknownProperties(Map<ConfigurationPropertyName, Boolean> bound) {
        this.bound = bound;
        this.letters = bound.keySet().stream().map(UnknownProperties::letters).collect(Collectors.toSet());
    }

    /** Logs a warning for each unknown property. */
    static void warn(Environment environment) {
        BoundNames bound = new BoundNames();
        try {
            Binder.get(environment).bind(ROOT, Bindable.of(BatonProperties.class), bound);
        } catch (BindException e) {
            return; // the start fails with a better message
        }
        UnknownProperties known = new UnknownProperties(bound.names);
        Set<ConfigurationPropertyName> logged = new HashSet<>();
        for (var source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource all) {
                all.stream()
                        .filter(ROOT::isAncestorOf)
                        .map(source::getConfigurationProperty)
                        .filter(property -> property != null
                                && !known.contains(property)
                                && !EnvironmentVariables.isOfService(property)
                                && logged.add(property.getName()))
                        .forEach(known::warn);
            }
        }
    }

    /** Compares the names of variables by their letters, since they cannot contain dashes. */
    private boolean contains(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        return bound.containsKey(name)
                || groupOf(name).isEmpty()
                || (EnvironmentVariables.name(property).isPresent() && letters.contains(letters(name)));
    }

    /** Returns the innermost known group that contains this property; empty if the property is in a map or a list. */
    private Optional<ConfigurationPropertyName> groupOf(ConfigurationPropertyName name) {
        ConfigurationPropertyName known = name;
        while (!bound.containsKey(known)) {
            known = known.getParent();
        }
        return Boolean.TRUE.equals(bound.get(known)) ? Optional.of(known) : Optional.empty();
    }

    private void warn(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        ConfigurationPropertyName group = groupOf(name).orElse(ROOT);
        String written = name.getElement(group.getNumberOfElements(), Form.DASHED);
        Set<String> options = bound.keySet().stream()
                .filter(group::isParentOf)
                .map(each -> each.getLastElement(Form.DASHED))
                .collect(Collectors.toCollection(TreeSet::new));
        boolean near = options.stream().anyMatch(option -> NearMiss.distance(written, option) <= NEAR);
        boolean inMap = Boolean.FALSE.equals(bound.get(group.getParent()));
        boolean mayBeAnothers =
                group.equals(ROOT) && EnvironmentVariables.name(property).isPresent();
        if (near || !mayBeAnothers) {
            log.warn(
                    "There is no property {} ({}): it changes nothing.{} Those below {} are {}{}",
                    LogText.of(name.toString()),
                    LogText.of(String.valueOf(property.getOrigin())),
                    LogText.of(NearMiss.question(written, options)),
                    LogText.of(group.toString()),
                    LogText.of(options.toString()),
                    LogText.of(inMap ? NAMES : ""));
        }
    }

    private static String letters(ConfigurationPropertyName name) {
        return name.toString().replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    /** Records the names of all bound properties, and whether each one is a group. */
    private static final class BoundNames extends AbstractBindHandler {

        private final Map<ConfigurationPropertyName, Boolean> names = new LinkedHashMap<>();

        BoundNames() {
            super(EnvironmentVariables.withoutServices(BindHandler.DEFAULT));
        }

        @Override
        public <T> @Nullable Bindable<T> onStart(
                ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
            names.put(name, target.getType().resolve(Object.class).isRecord());
            return super.onStart(name, target, context);
        }
    }
}
