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

/**
 * What is logged carries no exception as it came: a driver's message quotes the row, and a row may hold secrets or line ends. Nor does it
 * carry a name as it came: whoever may write a row, or an environment, could forge lines with it.
 */
class LogCallTests {

    private static final Pattern CALL =
            Pattern.compile("log\\.(?:trace|debug|info|warn|error)\\((.*?)\\);\\n", Pattern.DOTALL);
    private static final Pattern STRING = Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"");
    private static final Pattern SAFE = Pattern.compile(
            "(?:LogText\\.of|FailureText\\.of|LoggedFailure\\.\\w+|ErrorText\\.line)(\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))");

    /** What rows and environments say, and what is made of it. */
    private static final Pattern NAME = Pattern.compile(
            "\\b(?:types?|queues?|name|names|labels?|error|checkpoint|payload|result|note|missed|getId|getMessage)\\b(?:\\(\\))?\\s*[,)+]");

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

    @Test
    void no_name_is_logged_as_it_came() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            // the names of declared types come from code, and are checked
            assertThat(sources.filter(path -> path.toString().endsWith(".java") && !path.endsWith("TypeCatalog.java"))
                            .flatMap(LogCallTests::rawNames))
                    .as("because a control character in it could forge a line: log LogText.of(..)")
                    .isEmpty();
        }
    }

    private static Stream<String> rawNames(Path source) {
        return CALL.matcher(read(source))
                .results()
                .map(MatchResult::group)
                .filter(LogCallTests::showsName)
                .map(call -> source.getFileName() + ": " + call);
    }

    private static boolean showsName(String call) {
        String arguments = SAFE.matcher(STRING.matcher(call).replaceAll("")).replaceAll("");
        return NAME.matcher(arguments).find();
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
        assertThat(showsName("log.debug(\"It {} failed\", job.type(), 1);\n")).isTrue();
        assertThat(showsName("log.warn(\n\"The type, queue\"\n+ \" {}\",\n queue);\n"))
                .isTrue();
        assertThat(showsName("log.warn(\"The queue, {}\", LogText.of(found.types().iterator().next()));\n"))
                .isFalse();
    }
}
