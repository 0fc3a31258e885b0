package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of the documentation, as it is in the repository. */
record Page(Path path) {

    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern HIDDEN = Pattern.compile("(?ms)^<!-- java\\n(.*?)^-->$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    static Page of(String name) {
        return new Page(ROOT.resolve(name));
    }

    /** Returns the README and all pages in {@code docs} and its folders. */
    static List<Page> all() {
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            List<Page> pages = new ArrayList<>(List.of(of("README.md")));
            files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .map(Page::new)
                    .forEach(pages::add);
            return pages;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text() {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text without code blocks. */
    String prose() {
        return BLOCK.matcher(text()).replaceAll("");
    }

    /** Checks what is between the comments of this name; {@code -Dbaton.documentation.write=true} writes it. */
    void isGenerated(String name, String expected, Class<?> test) {
        Matcher place = Pattern.compile("(?s)(<!-- %s: made by %s -->\\n).*?(<!-- end of %s -->)"
                        .formatted(name, test.getSimpleName(), name))
                .matcher(text());
        assertThat(place.find()).as("a place for the %s in %s", name, this).isTrue();
        String current = place.replaceFirst("$1\n" + Matcher.quoteReplacement(expected) + "\n$2");
        if (Boolean.getBoolean("baton.documentation.write")) {
            try {
                Files.writeString(path, current);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        assertThat(text())
                .as(
                        "run mvn test -pl hosts/documentation -am -Dtest=%s -Dbaton.documentation.write=true",
                        test.getSimpleName())
                .isEqualTo(current);
    }

    List<String> blocks(String language) {
        return BLOCK.matcher(text())
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** Returns what the fragments of this page need and do not show: the lines of its comments {@code <!-- java .. -->}. */
    List<String> hidden() {
        return HIDDEN.matcher(text())
                .results()
                .flatMap(comment -> comment.group(1).lines())
                .toList();
    }

    /** Returns the headings by the anchors that links can have after {@code #}, as GitHub generates them. */
    Map<String, String> headings() {
        Map<String, String> headings = new LinkedHashMap<>();
        HEADING.matcher(prose())
                .results()
                .map(heading -> heading.group(1).trim())
                .forEach(heading -> {
                    String anchor = anchor(heading);
                    int times = 0;
                    while (headings.putIfAbsent(times == 0 ? anchor : anchor + "-" + times, heading) != null) {
                        times++;
                    }
                });
        return headings;
    }

    private static String anchor(String heading) {
        return Arrays.stream(heading.toLowerCase(Locale.ROOT).split(""))
                .filter(letter -> letter.matches("[\\p{L}\\p{N} _-]"))
                .collect(Collectors.joining())
                .replace(' ', '-');
    }

    @Override
    public String toString() {
        return ROOT.relativize(path).toString();
    }
}
