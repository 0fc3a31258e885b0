package io.baton.autoconfigure;

import io.baton.start.StartRefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches unless Baton is switched off. Fails if a switch is neither true nor false, since Spring's conditions would treat it as false. */
final class SwitchesCondition extends SpringBootCondition {

    private static final String ENABLED = "baton.enabled";

    private static final List<String> FURTHER = List.of(
            "baton.worker.enabled",
            "baton.wakeup.listen-notify",
            "baton.dashboard.enabled",
            "baton.batches.web.enabled");

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        ConditionMessage.Builder message = ConditionMessage.forCondition("Baton");
        if ("false".equalsIgnoreCase(checked(environment, ENABLED))) {
            return ConditionOutcome.noMatch(message.because(ENABLED + " is false"));
        }
        FURTHER.forEach(property -> checked(environment, property));
        return ConditionOutcome.match(message.because(ENABLED + " is not false"));
    }

    private static @Nullable String checked(Environment environment, String property) {
        String value = environment.getProperty(property);
        if (value != null && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw new StartRefusedException(
                    "The property '" + property + "' is '" + value + "', but must be true or false",
                    "Set " + property + " to true or false.");
        }
        return value;
    }
}
