package io.baton.hosts.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
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

    /** Returns the anchors that links can have after {@code #}, as GitHub generates them. */
    List<String> anchors() {
        return HEADING.matcher(BLOCK.matcher(text()).replaceAll(""))
                .results()
                .map(heading -> anchor(heading))
                .toList();
    }

    private static String anchor(MatchResult heading) {
        return Arrays.stream(heading.group(1).trim().toLowerCase(Locale.ROOT).split(""))
                .filter(letter -> letter.matches("[\\p{L}\\p{N} _-]"))
                .collect(Collectors.joining())
                .replace(' ', '-');
    }

    @Override
    public String toString() {
        return ROOT.relativize(path).toString();
    }
}
