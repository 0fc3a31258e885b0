package io.baton.autoconfigure;

import io.baton.autoconfigure.QueueOptions.Kind;
import io.baton.autoconfigure.QueueOptions.UnknownOptionException;
import io.baton.type.NearMiss;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class UnknownQueueOptionFailureAnalyzer extends AbstractFailureAnalyzer<UnknownOptionException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownOptionException cause) {
        String description = cause.properties().stream()
                .map(property -> describe(cause.kind(), property))
                .collect(Collectors.joining(System.lineSeparator()));
        return new FailureAnalysis(
                description,
                "A " + cause.kind().noun() + " has the options "
                        + String.join(" and ", cause.kind().options()) + ". "
                        + howToName(cause),
                cause);
    }

    private static String howToName(UnknownOptionException cause) {
        return cause.properties().stream()
                        .anyMatch(each -> EnvironmentVariables.name(each).isPresent())
                ? ofVariable(cause.kind())
                : "Put a name with dots or capitals in brackets: "
                        + cause.kind().prefix() + "[my.name]."
                        + cause.kind().options().get(0) + ".";
    }

    private static String ofVariable(Kind kind) {
        String variables = kind.options().stream()
                .map(option -> letters(kind.prefix() + ".files." + option))
                .collect(Collectors.joining(", "));
        return "The name of a variable can say names of small letters and digits only: " + variables
                + ". Say others in a file of properties, or in the variable SPRING_APPLICATION_JSON={\"" + kind.prefix()
                + "[my-name]." + kind.options().get(0) + "\": 3}.";
    }

    private static String letters(String property) {
        return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private static String describe(Kind kind, ConfigurationProperty property) {
        String option = property.getName().getLastElement(Form.DASHED);
        String origin = property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        return "The property '" + property.getName() + "'" + origin + " is not an option of a " + kind.noun() + "."
                + NearMiss.question(option, kind.options());
    }
}
