package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            Pattern.compile("(?:log|seldom)\\.(?:trace|debug|info|warn|error)\\((.*?)\\);\\n", Pattern.DOTALL);
    private static final Pattern STRING = Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"");
    private static final Pattern SAFE = Pattern.compile(
            "(?:LogText\\.\\w+|FailureText\\.of|LoggedFailure\\.\\w+|DurationText\\.of|ErrorText\\.line)(\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))");

    private static final Pattern READ_BY_ALL =
            Pattern.compile("\\b(log|seldom)\\.(?:info|warn|error)\\((.*?)\\);\\n", Pattern.DOTALL);

    /** What {@link #SAFE} leaves, literals, constants and numbers. */
    private static final Pattern HARMLESS = Pattern.compile(
            "[+)]*|(?:\\w+\\.)*[A-Z_]+|.*\\b(?:id|size|length|attempt|maxAttempts|failures|jobs|dead|repaired|places|priority|toSeconds)\\(\\)(?:-1)?");

    /** Looked at one by one: numbers, words of the code, names of its classes and methods. */
    private static final Set<String> KNOWN = Set.of(
            "FailureOutcomes.java: text(failure)",
            "FailureOutcomes.java: trace",
            "FailureOutcomes.java: says",
            "FireSchedules.java: done.due().since()",
            "FireSchedules.java: held",
            "Handler.java: describe()",
            "HandlerInvoker.java: call.jobs().get(0).claimed().id()",
            "HandlerInvoker.java: first",
            "HandlerReader.java: derived.entrySet().stream().map(each->each.getKey()++each.getValue()+).collect(Collectors.joining())",
            "HandlerReader.java: method.describe()",
            "HandlerReader.java: priority",
            "Heartbeat.java: id",
            "MatchingResource.java: changed",
            "Migrations.java: result.targetSchemaVersion",
            "Operations.java: action",
            "Operations.java: resource",
            "Orphans.java: stopped",
            "PurgeBatches.java: kept",
            "PurgeBatches.java: gone",
            "RepairBatches.java: batch",
            "RepairBatches.java: missing",
            "RepairPermits.java: what",
            "BatonSchema.java: String.join(,risks)",
            "SignalAfterCommit.java: failure",
            "TypeCatalog.java: payload.getName()",
            "TypeCatalog.java: type.name()",
            "UnlockDeadWorkers.java: worker",
            "WorkerIdentity.java: id");

    /** What rows and environments say, and what is made of it. */
    private static final Pattern NAME = Pattern.compile(
            "\\b(?:types?|queues?|name|names|labels?|error|checkpoint|payload|result|note|key|holders|missed|getId|getMessage)\\b(?:\\(\\))?\\s*[,)+]");

    private static final Pattern FAILURE =
            Pattern.compile("(?:catch \\([^)]*|(?:\\w*Exception|Throwable|Error)) (\\w+)\\s*[),;=]");

    @Test
    void no_exception_is_logged_as_it_came() {
        Set<String> calls = Sources.below("io/baton").stream()
                .flatMap(LogCallTests::rawFailures)
                .collect(Collectors.toSet());
        assertThat(calls)
                .as(
                        "because they would show what rows hold: log FailureText.of(..) or LoggedFailure.withoutMessages(..)")
                .isEmpty();
    }

    @Test
    void no_name_is_logged_as_it_came() {
        // the names of declared types come from code, and are checked
        assertThat(Sources.below("io/baton").stream()
                        .filter(path -> !path.endsWith("TypeCatalog.java"))
                        .flatMap(LogCallTests::rawNames))
                .as("because a control character in it could forge a line: log LogText.of(..)")
                .isEmpty();
    }

    private static Stream<String> rawNames(Path source) {
        return CALL.matcher(Sources.text(source))
                .results()
                .map(MatchResult::group)
                .filter(call -> call.startsWith("log"))
                .filter(LogCallTests::showsName)
                .map(call -> source.getFileName() + ": " + call);
    }

    private static boolean showsName(String call) {
        String arguments = SAFE.matcher(STRING.matcher(call).replaceAll("")).replaceAll("");
        return NAME.matcher(arguments).find();
    }

    private static Stream<String> rawFailures(Path source) {
        String text = Sources.text(source);
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

    /** Whoever adds a call says of each argument why anybody may read it. */
    @Test
    void log_arguments_are_made_for_logs_or_numbers_or_constants() {
        assertThat(Sources.below("io/baton").stream().flatMap(LogCallTests::unknown))
                .as("which may hold a bound value or a line end: log LogText.of(..), a number, or add it to KNOWN")
                .isEmpty();
    }

    private static Stream<String> unknown(Path source) {
        return READ_BY_ALL
                .matcher(Sources.text(source))
                .results()
                .flatMap(call -> arguments(call.group(1), call.group(2)))
                .map(argument -> source.getFileName() + ": " + argument)
                .filter(argument -> !KNOWN.contains(argument));
    }

    /** Those of the arguments that are not seen to be harmless. */
    private static Stream<String> arguments(String logger, String call) {
        String plain = STRING.matcher(call).replaceAll("").replaceAll("\\s+", "");
        Stream<String> all = split(SAFE.matcher(plain).replaceAll("")).stream();
        // the name by which it is told once a minute is not shown
        return all.skip(logger.equals("seldom") ? 1 : 0)
                .filter(argument -> !HARMLESS.matcher(argument).matches());
    }

    private static List<String> split(String arguments) {
        List<String> split = new ArrayList<>(List.of(""));
        int depth = 0;
        for (int i = 0; i < arguments.length(); i++) {
            char each = arguments.charAt(i);
            depth += each == '(' ? 1 : each == ')' ? -1 : 0;
            if (each == ',' && depth == 0) {
                split.add("");
            } else {
                split.set(split.size() - 1, split.get(split.size() - 1) + each);
            }
        }
        return split;
    }

    @Test
    void it_would_notice() {
        assertThat(arguments("log", "\"{} of {}\", key, LogText.of(key)")).containsExactly("key");
        assertThat(arguments("log", "\"{}, {}\" + \"b\", job.id(), found(job, 1)"))
                .containsExactly("found(job,1)");
        assertThat(arguments("seldom", "job.type(), \"{}\", key")).containsExactly("key");
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
