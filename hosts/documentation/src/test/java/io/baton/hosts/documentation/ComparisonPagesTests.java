package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table on each page in {@code docs/comparison} is a column of those in {@code docs/comparison.md}, with its sources. */
class ComparisonPagesTests {

    private static final Page COMPARISON = Page.of("docs/comparison.md");
    private static final Pattern FOOTNOTE = Pattern.compile("\\[\\^[\\w-]+\\]");

    static Stream<Page> pages() {
        return Page.all().stream().filter(page -> page.path().getParent().endsWith("comparison"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void its_table_is_a_column_of_the_comparison(Page page) {
        page.isGenerated("table", table(page), getClass());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void its_sources_are_complete(Page page) {
        assertThat(FOOTNOTE.matcher(page.text())
                        .results()
                        .map(MatchResult::group)
                        .toList())
                .allSatisfy(footnote -> assertThat(page.text()).contains("\n" + footnote + ": "));
    }

    private static String table(Page page) {
        StringBuilder table = new StringBuilder();
        int column = 0;
        for (String line : COMPARISON.text().lines().toList()) {
            List<String> cells = cells(line);
            if (cells.isEmpty()) {
                column = 0;
            } else if (column == 0) {
                column = headed(cells, page);
                if (column > 0) {
                    table.append(table.isEmpty() ? "" : "\n")
                            .append("| | Baton | ")
                            .append(name(cells.get(column)))
                            .append(" |\n|---|---|---|\n");
                }
            } else if (!cells.get(column).isEmpty() && !cells.get(0).startsWith("---")) {
                table.append("| %s | %s | %s |\n".formatted(cells.get(0), cells.get(1), cells.get(column)));
            }
        }
        List<String> used = FOOTNOTE.matcher(table)
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        return table + "\n"
                + COMPARISON
                        .text()
                        .lines()
                        .filter(line -> used.stream().anyMatch(footnote -> line.startsWith(footnote + ": ")))
                        .reduce("", (sources, line) -> sources + line + "\n");
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        if (line.startsWith("|")) {
            Stream.of(line.substring(1).split("\\|", -1)).map(String::strip).forEach(cells::add);
        }
        return cells;
    }

    /** Returns the column whose head links to the page, or 0. */
    private static int headed(List<String> cells, Page page) {
        return Math.max(
                0,
                cells.stream()
                        .map(cell -> cell.contains("/" + page.path().getFileName() + ")"))
                        .toList()
                        .indexOf(true));
    }

    private static String name(String head) {
        return head.replaceAll("\\[(.*?)\\]\\(.*?\\)", "$1");
    }
}
