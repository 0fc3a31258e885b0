package io.baton.autoconfigure;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Distinguishes Baton's environment variables from those that Kubernetes sets for a service named baton or baton-queues. */
final class EnvironmentVariables {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("baton");

    private static final Pattern SERVICE = Pattern.compile(
            "BATON(_.+)?_" + "(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private EnvironmentVariables() {}

    /** Returns the name of the environment variable that sets this property, if one does. */
    static Optional<String> name(ConfigurationProperty property) {
        return Optional.ofNullable(property.getOrigin())
                .filter(PropertySourceOrigin.class::isInstance)
                .map(PropertySourceOrigin.class::cast)
                .filter(origin -> origin.getPropertySource() instanceof SystemEnvironmentPropertySource)
                .map(PropertySourceOrigin::getPropertyName);
    }

    /** Returns whether Kubernetes sets this property for a service. */
    static boolean isOfService(ConfigurationProperty property) {
        return name(property).filter(name -> SERVICE.matcher(name).matches()).isPresent();
    }

    /** Ignores the variables that Kubernetes sets for services. */
    static BindHandler withoutServices(BindHandler parent) {
        return new AbstractBindHandler(parent) {

            /** Drops the value, since the port of a service would be read as a number of permits. */
            @Override
            public @Nullable Object onSuccess(
                    ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
                ConfigurationProperty bound = context.getConfigurationProperty();
                return bound != null
                                && ROOT.isAncestorOf(name)
                                && bound.getName().equals(name)
                                && isOfService(bound)
                        ? null
                        : super.onSuccess(name, target, context, result);
            }

            @Override
            public @Nullable Object onFailure(
                    ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
                    throws Exception {
                return ROOT.isAncestorOf(name) && isOfService(name, context)
                        ? null
                        : super.onFailure(name, target, context, error);
            }
        };
    }

    private static boolean isOfService(ConfigurationPropertyName name, BindContext context) {
        return StreamSupport.stream(context.getSources().spliterator(), false)
                .map(source -> source.getConfigurationProperty(name))
                .filter(property -> property != null)
                .findFirst()
                .filter(EnvironmentVariables::isOfService)
                .isPresent();
    }
}
