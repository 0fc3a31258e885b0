package io.baton.autoconfigure;

import io.baton.autoconfigure.QueueOptions.UnknownQueueOptionException;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class UnknownQueueOptionFailureAnalyzer extends AbstractFailureAnalyzer<UnknownQueueOptionException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownQueueOptionException cause) {
        String description = cause.properties().stream()
                .map(UnknownQueueOptionFailureAnalyzer::describe)
                .collect(Collectors.joining(System.lineSeparator()));
        return new FailureAnalysis(
                description,
                "A queue has the options " + String.join(" and ", BatonProperties.Queue.OPTIONS) + ". "
                        + howToName(cause),
                cause);
    }

    private static String howToName(UnknownQueueOptionException cause) {
        return cause.properties().stream()
                        .anyMatch(each -> EnvironmentVariables.name(each).isPresent())
                ? "The name of a variable can say queues of small letters and digits only: BATON_QUEUES_FILES_CONCURRENCY=3,"
                        + " BATON_QUEUES_FILES_MAXPREFETCH=100. Say others in a file of properties, or in the variable"
                        + " SPRING_APPLICATION_JSON={\"baton.queues[my-queue].concurrency\": 3}."
                : "Put the name of a queue with dots or capitals in brackets: baton.queues[my.queue].concurrency.";
    }

    private static String describe(ConfigurationProperty property) {
        String option = property.getName().getLastElement(Form.DASHED);
        String origin = property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        return "The property '" + property.getName() + "'" + origin + " is not an option of a queue."
                + NearMiss.of(option, BatonProperties.Queue.OPTIONS)
                        .map(meant -> " Did you mean '" + meant + "'?")
                        .orElse("");
    }
}
