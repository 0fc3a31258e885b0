package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Comments, log lines, messages and pages use the words of the glossary in CONTRIBUTING, so that they can be found by searching. */
class WordTests {

    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("beats?", "heartbeat"),
            Map.entry("(?:not|are not|is not) ours", "the claim was lost"),
            Map.entry("came to", "the outcome, the result"),
            Map.entry(
                    "t(?:ake|akes|aken|ook|aking)(?: it| them| jobs| those| what| (?:the|its) jobs?)? back", "reclaim"),
            Map.entry("hand(?:s|ed|ing)?(?: \\w+){0,3} back", "release"),
            Map.entry("waits? for nobody", "skips locked rows"),
            Map.entry("elsewhere", "on another node"),
            Map.entry("people|(?:a|by|for) person|somebody", "an operator, an administrator"),
            Map.entry("nobody|anybody|whoever", "no node, no caller, each caller that"),
            Map.entry("(?:un)?charge[sd]?", "crash count"),
            Map.entry("tells?|told|telling|rings?", "log, report, notify, publish"),
            Map.entry("ask(?:s|ed|ing)?", "request, query, read"),
            Map.entry("touched|heard", "hint, notification"),
            Map.entry("by (?:a )?hand", "manual change"),
            Map.entry("answer(?:s|ed|ing)?", "response, return"),
            Map.entry("(?<!@param )look(?:s|ed|ing)?(?! (?:up|like))", "poll, scan"),
            Map.entry("mend(?:s|ed|ing)?", "fix"));

    private static final Path ROOT = Path.of("..");
    private static final Pattern LITERAL = Pattern.compile("\"((?:\\\\.|[^\"\\\\])*)\"");
    private static final Pattern FENCE = Pattern.compile("(?m)^```.*$");
    private static final Pattern TAG = Pattern.compile("\\{@(?:code|link|linkplain|value)[^}]*}|`[^`]*`");

    static Stream<Map.Entry<String, String>> words() {
        return INSTEAD.entrySet().stream().sorted(Map.Entry.comparingByKey());
    }

    @ParameterizedTest
    @MethodSource("words")
    void code_uses_the_glossary(Map.Entry<String, String> word) {
        assertThat(Sources.below("io/baton").stream()
                        .flatMap(file -> found(word.getKey(), Sources.path(file), prose(file))))
                .as("because a reader searches for: " + word.getValue())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("words")
    void pages_use_the_glossary(Map.Entry<String, String> word) throws IOException {
        try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
            assertThat(Stream.concat(pages, Stream.of(ROOT.resolve("README.md")))
                            .filter(page -> page.toString().endsWith(".md"))
                            .flatMap(page ->
                                    found(word.getKey(), page.getFileName().toString(), text(page))))
                    .as("because a reader searches for: " + word.getValue())
                    .isEmpty();
        }
    }

    private static Stream<String> found(String word, String file, List<String> lines) {
        Pattern pattern = Pattern.compile("\\b(?:" + word + ")\\b", Pattern.CASE_INSENSITIVE);
        return lines.stream()
                .filter(line ->
                        pattern.matcher(TAG.matcher(line).replaceAll("")).find())
                .map(line -> file + ": " + line.strip());
    }

    /** Returns the comments and the literals that are more than one word. */
    private static List<String> prose(Path file) {
        return Sources.text(file)
                .lines()
                .map(WordTests::prose)
                .filter(line -> line.contains(" "))
                .toList();
    }

    private static String prose(String line) {
        String code = line.strip();
        if (code.startsWith("*") || code.startsWith("/*") || code.startsWith("//")) {
            return code;
        }
        return LITERAL.matcher(code).results().map(literal -> literal.group(1)).collect(Collectors.joining(" "));
    }

    /** Returns a page without its samples. */
    private static List<String> text(Path page) {
        List<String> parts = FENCE.splitAsStream(Sources.text(page)).toList();
        return IntStream.range(0, parts.size())
                .filter(part -> part % 2 == 0)
                .mapToObj(parts::get)
                .flatMap(String::lines)
                .toList();
    }
}
