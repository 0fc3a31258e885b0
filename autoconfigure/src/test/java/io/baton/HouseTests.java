package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * How much code there is. {@code house.txt} holds each figure, which only goes down: a figure above its line fails, and one that fell by more than a
 * hundredth is lowered in the same commit, by taking {@code autoconfigure/target/house.txt}. A line is raised with a reason behind it ({@code # ..}),
 * and the rooms together stay below {@code main_lines}, which the budget of a capability alone raises.
 */
class HouseTests {

    private static final Path ROOT = Path.of("..");
    private static final int SMALL = 12;
    private static final String ROOM = "lines.";
    private static final Pattern LINE = Pattern.compile("(?m)^([a-z_.]+) +(\\d+)(.*)$");
    private static final Pattern NO_CODE = Pattern.compile("\\s*(//|/?\\*|import |package |$).*");
    private static final Pattern COMMENT = Pattern.compile(
            "(\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\])*')|//.*|/\\*(?s:.*?)\\*/");
    private static final Pattern TOKEN =
            Pattern.compile("\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\])*'|[\\w$]+|[^\\s\\w]");

    private static final Map<String, Long> MEASURED = new TreeMap<>();
    private static final Map<String, Long> ALLOWED = new TreeMap<>();

    @BeforeAll
    static void measure() throws IOException {
        List<Path> files = Sources.below("io/baton");
        files.forEach(file -> MEASURED.merge(ROOM + room(file), lines(file), Long::sum));
        MEASURED.put("main_lines", files.stream().mapToLong(HouseTests::lines).sum());
        MEASURED.put("main_tokens", files.stream().mapToLong(HouseTests::tokens).sum());
        MEASURED.put("main_files", (long) files.size());
        MEASURED.put("small_files", files.stream().filter(HouseTests::isSmall).count());
        MEASURED.put(
                "bean_methods",
                count(
                        "(?m)^ *@Bean\\b",
                        Sources.below("io/baton/autoconfigure").stream()
                                .map(Sources::text)
                                .collect(Collectors.joining("\n"))));
        MEASURED.put("properties", count("(?m)^\\| `", Files.readString(ROOT.resolve("docs/configuration.md"))));
        MEASURED.put("road_files", count("`\\w+`", road()));
        String text = Files.readString(ROOT.resolve("house.txt"));
        LINE.matcher(text).results().forEach(line -> ALLOWED.put(line.group(1), Long.valueOf(line.group(2))));
        Files.writeString(
                Path.of("target/house.txt"),
                LINE.matcher(text)
                        .replaceAll(line ->
                                line.group(1) + " " + MEASURED.getOrDefault(line.group(1), 0L) + line.group(3)));
        MEASURED.forEach((figure, value) -> System.out.printf("figure house.%s %d%n", figure, value));
    }

    @Test
    void every_figure_has_a_line() {
        assertThat(ALLOWED).as("house.txt").containsOnlyKeys(MEASURED.keySet());
    }

    @Test
    void no_figure_is_above_its_line() {
        assertThat(outside((value, line) -> value > line))
                .as("there is more than house.txt allows: delete as much before you add")
                .isEmpty();
    }

    @Test
    void what_fell_is_lowered() {
        assertThat(outside((value, line) -> value * 100 < line * 99))
                .as("lower these lines of house.txt in the same commit: take autoconfigure/target/house.txt")
                .isEmpty();
    }

    @Test
    void rooms_together_stay_below_the_sum() {
        assertThat(ALLOWED.entrySet().stream()
                        .filter(line -> line.getKey().startsWith(ROOM))
                        .mapToLong(Map.Entry::getValue)
                        .sum())
                .as("the lines of all rooms")
                .isLessThanOrEqualTo(ALLOWED.getOrDefault("main_lines", 0L));
    }

    private static List<String> outside(BiPredicate<Long, Long> test) {
        List<String> outside = new ArrayList<>();
        MEASURED.forEach((figure, value) -> {
            Long line = ALLOWED.get(figure);
            if (line != null && test.test(value, line)) {
                outside.add(figure + ": " + value + ", line " + line);
            }
        });
        return outside;
    }

    /** The first package below {@code io.baton}. */
    private static String room(Path file) {
        Path path = Path.of(Sources.path(file));
        return path.getNameCount() == 3 ? "api" : path.getName(2).toString();
    }

    private static long lines(Path file) {
        return Sources.text(file).lines().count();
    }

    private static long tokens(Path file) {
        String code = COMMENT.matcher(Sources.text(file)).replaceAll("$1");
        return count(TOKEN.pattern(), code.replaceAll("(?m)^(?:import|package) .*$", ""));
    }

    /** Returns whether an internal file has so few lines of code that another one could have them. */
    private static boolean isSmall(Path file) {
        return !room(file).equals("api")
                && !file.endsWith("package-info.java")
                && Sources.text(file)
                                .lines()
                                .filter(line -> !NO_CODE.matcher(line).matches())
                                .count()
                        <= SMALL;
    }

    /** The list of the road of a plain job, which {@code RoadTests} compares with the road that one takes. */
    private static String road() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/inside.md"));
        return page.substring(page.indexOf("<!-- road -->"), page.indexOf("<!-- end of the road -->"));
    }

    private static long count(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }
}
