package io.baton.autoconfigure;

import io.baton.loop.LogText;
import io.baton.type.NearMiss;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

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

    /** The names of all bound properties, and whether each one is a group. */
    private final Map<ConfigurationPropertyName, Boolean> bound;

    private final Set<String> letters;
    private final Set<ConfigurationPropertyName> logged = new HashSet<>();

    private UnknownProperties(Map<ConfigurationPropertyName, Boolean> bound) {
        this.bound = bound;
        this.letters = bound.keySet().stream().map(UnknownProperties::letters).collect(Collectors.toSet());
    }

    static void warn(Environment environment) {
        Map<ConfigurationPropertyName, Boolean> bound = new LinkedHashMap<>();
        try {
            Binder.get(environment).bind(ROOT, Bindable.of(BatonProperties.class), new BindHandler() {
                @Override
                public <T> Bindable<T> onStart(
                        ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
                    bound.put(name, target.getType().resolve(Object.class).isRecord());
                    return target;
                }
            });
        } catch (BindException e) {
            return; // the start fails with a better message
        }
        UnknownProperties known = new UnknownProperties(bound);
        for (var source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource all) {
                all.stream()
                        .filter(ROOT::isAncestorOf)
                        .map(source::getConfigurationProperty)
                        .filter(property -> property != null)
                        .forEach(known::check);
            }
        }
    }

    private static boolean isVariable(ConfigurationProperty property) {
        return property.getOrigin() instanceof PropertySourceOrigin origin
                && origin.getPropertySource() instanceof SystemEnvironmentPropertySource;
    }

    private void check(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        ConfigurationPropertyName group = name;
        while (!bound.containsKey(group)) {
            group = group.getParent();
        }
        boolean inGroup = !group.equals(name) && Boolean.TRUE.equals(bound.get(group));
        boolean variable = isVariable(property);
        // the names of variables are compared by their letters, since they cannot contain dashes
        boolean known = !inGroup || (variable && letters.contains(letters(name)));
        if (!known && logged.add(name)) {
            warn(property, group, variable && group.equals(ROOT));
        }
    }

    private void warn(ConfigurationProperty property, ConfigurationPropertyName group, boolean mayBeAnothers) {
        String written = property.getName().getElement(group.getNumberOfElements(), Form.DASHED);
        Set<String> options = bound.keySet().stream()
                .filter(group::isParentOf)
                .map(each -> each.getLastElement(Form.DASHED))
                .collect(Collectors.toCollection(TreeSet::new));
        boolean near = options.stream().anyMatch(option -> NearMiss.distance(written, option) <= NEAR);
        boolean inMap = Boolean.FALSE.equals(bound.get(group.getParent()));
        if (near || !mayBeAnothers) {
            log.warn(
                    "There is no property {} ({}): it changes nothing.{} Those below {} are {}{}",
                    LogText.of(property.getName().toString()),
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
}
