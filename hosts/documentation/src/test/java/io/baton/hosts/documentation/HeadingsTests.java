package io.baton.hosts.documentation;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/headings.md} lists every heading of every page. */
class HeadingsTests {

    private static final Page HEADINGS = Page.of("docs/headings.md");

    private record Heading(String text, String link, String page) {

        /** Ignores code marks, quotes and case. */
        String key() {
            return text.replaceAll("[^\\p{L}\\p{N} ]", "").toLowerCase(Locale.ROOT);
        }

        String line() {
            return "- [" + text + "](" + link + ")" + (text.equals(page) ? "" : " · " + page) + "\n";
        }
    }

    @Test
    void every_heading_of_every_page_is_listed() {
        HEADINGS.isGenerated(
                "headings",
                Page.all().stream()
                        .filter(page -> !page.equals(HEADINGS))
                        .flatMap(HeadingsTests::headings)
                        .sorted(Comparator.comparing(Heading::key).thenComparing(Heading::link))
                        .map(Heading::line)
                        .collect(Collectors.joining()),
                getClass());
    }

    private static Stream<Heading> headings(Page page) {
        Path link = HEADINGS.path().getParent().relativize(page.path());
        String title = page.headings().values().iterator().next();
        return page.headings().entrySet().stream()
                .map(heading -> new Heading(heading.getValue(), link + "#" + heading.getKey(), title));
    }
}
