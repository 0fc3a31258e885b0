package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinksTests {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    static Stream<Page> pages() {
        return Stream.concat(
                Page.all().stream(),
                Stream.of("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "sample-app/README.md", "llms.txt")
                        .map(Page::of));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void links_lead_somewhere(Page page) {
        List<String> broken = new ArrayList<>();
        Matcher link = LINK.matcher(page.prose());
        while (link.find()) {
            String target = link.group(1);
            if (!target.contains(":") && !exists(page, target)) {
                broken.add(target);
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean exists(Page page, String target) {
        int hash = target.indexOf('#');
        String file = hash < 0 ? target : target.substring(0, hash);
        Path path =
                file.isEmpty() ? page.path() : page.path().resolveSibling(file).normalize();
        return Files.exists(path) && (hash < 0 || new Page(path).headings().containsKey(target.substring(hash + 1)));
    }

    /** The index of a folder is the page of its name. */
    @Test
    void the_index_has_every_page() {
        Path docs = Page.ROOT.resolve("docs");
        assertThat(Page.all())
                .filteredOn(page -> !page.path().endsWith("README.md"))
                .allSatisfy(page -> {
                    Path folder = page.path().getParent();
                    Path index = folder.equals(docs) ? docs.resolve("README.md") : Path.of(folder + ".md");
                    assertThat(new Page(index).text())
                            .contains("](" + index.getParent().relativize(page.path()) + ")");
                });
    }

    @Test
    void llms_txt_has_every_page() {
        assertThat(Page.of("llms.txt").text())
                .contains(Page.all().stream().map(page -> "](" + page + ")").toList());
    }
}
