package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The road of a plain job, as the page <em>Inside</em> lists it, is the one that it takes: the files whose methods run on the threads that
 * enqueue, claim, run and settle it. The public API, and what knows no job ({@code database} and {@code loop}), are not counted.
 */
@OnEachDatabase(TestDatabase.POSTGRES)
class RoadTests {

    private static final String LIST = "docs/inside.md lists the road of a plain job; house.txt counts its files";

    @Test
    void a_plain_job_enters_the_files_of_the_list_and_no_others(TestDatabase database) throws IOException {
        try (ChildJvm node = ChildJvm.start(
                RoadMain.class, "road", List.of("-XX:+EnableDynamicAgentLoading"), database.freshAccess())) {
            Map<String, List<String>> entered = parts("(\\w+)=(\\S*)", node.awaitReady());
            Map<String, List<String>> listed = parts("(?m)^- (\\w+): (`.*)$", listed());
            for (String part : List.of("enqueue", "run")) {
                assertThat(entered.get(part)).as("%s, as %s", part, LIST).isEqualTo(listed.get(part));
            }
            // what the loops enter beside depends on when they turn
            for (String part : List.of("claim", "settle")) {
                assertThat(listed.get(part)).as("%s, as %s", part, LIST).containsAll(entered.get(part));
            }
        }
    }

    private static String listed() throws IOException {
        String page = Files.readString(Path.of("../docs/inside.md"));
        return page.substring(page.indexOf("<!-- road -->"), page.indexOf("<!-- end of the road -->"));
    }

    /** Returns the names of each part of the road. */
    private static Map<String, List<String>> parts(String part, String text) {
        return Pattern.compile(part)
                .matcher(text)
                .results()
                .collect(Collectors.toMap(
                        found -> found.group(1),
                        found -> List.of(found.group(2).replace("`", "").split(", ?", -1))));
    }
}
