package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is logged at INFO and above carries no exception as it came: a driver's message quotes the row, and a row may hold secrets or line ends. */
class LogCallTests {

    private static final Pattern CALL = Pattern.compile("log\\.(?:info|warn|error)\\((.*?)\\);\\n", Pattern.DOTALL);
    private static final Pattern FAILURE =
            Pattern.compile("(?:catch \\([^)]*|(?:\\w*Exception|Throwable|Error)) (\\w+)\\s*[),;=]");

    @Test
    void no_exception_is_logged_as_it_came() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            Set<String> calls = sources.filter(path -> path.toString().endsWith(".java"))
                    .flatMap(LogCallTests::rawFailures)
                    .collect(Collectors.toSet());
            assertThat(calls)
                    .as(
                            "because they would show what rows hold: log FailureText.of(..) or LoggedFailure.withoutMessages(..)")
                    .isEmpty();
        }
    }

    private static Stream<String> rawFailures(Path source) {
        String text = read(source);
        Set<String> failures =
                FAILURE.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
        return CALL.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(call -> failures.stream().anyMatch(failure -> shows(call, failure)))
                .map(call -> source.getFileName() + ": " + call);
    }

    private static boolean shows(String call, String failure) {
        return Pattern.compile(",\\s*" + failure + "(?:\\.get(?:Localized)?Message\\(\\)|\\.toString\\(\\))?\\s*[,)]")
                .matcher(call)
                .find();
    }

    private static String read(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void it_would_notice() {
        assertThat(shows("log.warn(\"It {} failed\", name, e);\n", "e")).isTrue();
        assertThat(shows("log.warn(\"It failed\", e);\n", "e")).isTrue();
        assertThat(shows("log.warn(\"It failed: {}\", e.getMessage());\n", "e")).isTrue();
        assertThat(shows("log.warn(\"It failed: {}\", FailureText.of(e));\n", "e"))
                .isFalse();
    }
}
