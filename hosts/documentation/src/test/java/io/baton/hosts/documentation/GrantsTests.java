package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on security grants rights on every table that the migrations create. */
class GrantsTests {

    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (baton_\\w+)");

    @Test
    void every_table_is_granted() throws IOException {
        String grants = Page.of("docs/security.md").blocks("sql").get(0);
        String postgres = grants.substring(0, grants.indexOf("-- MariaDB"));
        String maria = grants.substring(postgres.length());
        assertThat(tables()).contains("baton_job").allSatisfy(table -> {
            assertThat(postgres).containsPattern("INSERT, UPDATE, DELETE ON .*shop\\." + table + "[, ]");
            assertThat(maria).contains("INSERT, UPDATE, DELETE ON shop." + table + " TO");
        });
    }

    private static List<String> tables() throws IOException {
        Path folder = Page.ROOT.resolve("core/src/main/resources/io/baton/schema/postgresql");
        try (Stream<Path> scripts = Files.list(folder)) {
            return scripts.flatMap(script -> TABLE.matcher(read(script)).results())
                    .map((MatchResult table) -> table.group(1))
                    .toList();
        }
    }

    private static String read(Path script) {
        return new Page(script).text();
    }
}
