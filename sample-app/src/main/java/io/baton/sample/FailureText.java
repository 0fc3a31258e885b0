package io.baton.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The failure of a job, as it is shown. */
public final class FailureText {

    private FailureText() {}

    /** Returns the lines of the message, without the exception's class and stack trace. */
    public static List<String> lines(@Nullable String error) {
        return error == null
                ? List.of()
                : error.replaceFirst("^[\\w.$]+: ", "")
                        .lines()
                        .takeWhile(line -> !line.startsWith("\tat "))
                        .toList();
    }
}
