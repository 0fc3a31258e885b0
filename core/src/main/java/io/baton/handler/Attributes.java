package io.baton.handler;

import io.baton.start.StartRefusedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.StringValueResolver;

/** Reads the text attributes of a handler's annotations, and resolves their placeholders. */
final class Attributes {

    private final StringValueResolver placeholders;

    Attributes(StringValueResolver placeholders) {
        this.placeholders = placeholders;
    }

    /** Returns the resolved text; empty if the placeholder has no value. */
    String text(HandlerMethod handler, String attribute, String value) {
        String resolved;
        try {
            resolved = placeholders.resolveStringValue(value);
        } catch (RuntimeException e) {
            throw unresolved(handler, attribute, value, e);
        }
        if (resolved != null && resolved.contains("${")) {
            throw unresolved(handler, attribute, value, null);
        }
        return resolved == null ? "" : resolved.strip();
    }

    Duration duration(HandlerMethod handler, String attribute, String value) {
        String text = text(handler, attribute, value);
        try {
            return DurationFormatterUtils.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw handler.refusal(
                    attribute + " \"" + text + "\" is not a duration.",
                    "Write it like \"30s\", \"10m\", \"1h30m\" or \"PT30S\".",
                    e);
        }
    }

    private static StartRefusedException unresolved(
            HandlerMethod handler, String attribute, String value, @Nullable RuntimeException cause) {
        return handler.refusal(
                "the placeholder in " + attribute + " \"" + value + "\" cannot be resolved.",
                "Set the property it names, or give it a default: \"${name:default}\".",
                cause);
    }
}
