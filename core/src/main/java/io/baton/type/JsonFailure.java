package io.baton.type;

import io.baton.InvalidPayloadException;
import io.baton.loop.FailureText;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Describes where and how JSON does not fit a class. Leaves out values, which may be secrets and which messages of Jackson quote. */
final class JsonFailure {

    private static final int MOST_STEPS = 10;

    private JsonFailure() {}

    /** Throws Baton's own refusal, if it caused Jackson's failure. */
    static void rethrowOwn(JacksonException failure) {
        for (Throwable cause : FailureText.causes(failure)) {
            if (cause instanceof InvalidPayloadException refusal) {
                throw refusal;
            }
        }
    }

    // Drops Jackson's own exceptions, which quote the input.
    static InvalidPayloadException of(String problem, JacksonException failure) {
        rethrowOwn(failure);
        Throwable cause = root(failure);
        String message = problem + where(failure) + ": " + kind(failure);
        return cause != null && isOfTheApplication(cause)
                ? new InvalidPayloadException(message, cause)
                : new InvalidPayloadException(message);
    }

    private static @Nullable Throwable root(JacksonException failure) {
        return FailureText.causes(failure).stream()
                .filter(cause -> !(cause instanceof JacksonException))
                .findFirst()
                .orElse(null);
    }

    // Excludes exceptions of the JDK, whose parsers quote their input.
    private static boolean isOfTheApplication(Throwable cause) {
        return cause.getStackTrace().length > 0
                && !cause.getStackTrace()[0].getClassName().matches("(java|jdk|sun|tools\\.jackson)\\..*");
    }

    private static String where(JacksonException failure) {
        List<JacksonException.Reference> path = failure.getPath();
        String steps = path.stream().limit(MOST_STEPS).map(JsonFailure::step).collect(Collectors.joining());
        return path.isEmpty() ? "" : " at " + steps + (path.size() > MOST_STEPS ? ".." : "");
    }

    private static String step(JacksonException.Reference step) {
        if (step.getPropertyName() == null) {
            return "[" + step.getIndex() + "]";
        }
        return step.from() instanceof Map || step.from() == Map.class ? "[key]" : "." + step.getPropertyName();
    }

    private static String kind(JacksonException failure) {
        if (failure instanceof InvalidDefinitionException) {
            return failure.getOriginalMessage();
        }
        if (failure instanceof StreamConstraintsException) {
            return "it is nested too deep, or a value in it is too long";
        }
        if (failure instanceof InputCoercionException) {
            return "a number is too large";
        }
        if (failure instanceof StreamReadException) {
            return "it is not JSON";
        }
        if (failure instanceof InvalidTypeIdException) {
            return "its subtype is missing or unknown";
        }
        if (failure instanceof MismatchedInputException) {
            // Jackson's message of a missing property quotes no value
            return failure.getOriginalMessage().startsWith("Missing required creator property")
                    ? "it is missing, while the JSON has a property that the class has not. If it was renamed, give it the old name with"
                            + " @JsonAlias; if it is new, make it @Nullable"
                    : "a value does not fit";
        }
        Throwable root = root(failure);
        return (root == null ? failure : root).getClass().getSimpleName();
    }
}
