package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The BOM names every artifact that is deployed, in the version of this build. */
class BomTests {

    private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");
    private static final Pattern ARTIFACT =
            Pattern.compile("(?s)(?:</parent>|<groupId>io\\.baton</groupId>)\\s*<artifactId>(.*?)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>(.*?)</version>");

    private final String bom = pom("bom");

    @Test
    void it_names_every_artifact_that_is_deployed() {
        assertThat(modules("")
                        .filter(module -> !module.equals("bom"))
                        .filter(module -> !pom(module).contains("<maven.deploy.skip>true</maven.deploy.skip>"))
                        .flatMap(BomTests::orItsModules))
                .map(BomTests::pom)
                .map(pom -> first(ARTIFACT, pom.substring(pom.indexOf("</parent>"))))
                .isNotEmpty()
                .allSatisfy(artifact -> assertThat(bom).contains("<artifactId>" + artifact + "</artifactId>"));
    }

    @Test
    void it_has_the_version_of_this_build() {
        assertThat(first(VERSION, bom)).isEqualTo(first(VERSION, pom("")));
    }

    private static Stream<String> orItsModules(String module) {
        List<String> inner = modules(module).map(name -> module + "/" + name).toList();
        return inner.isEmpty() ? Stream.of(module) : inner.stream();
    }

    private static Stream<String> modules(String folder) {
        return MODULE.matcher(pom(folder)).results().map((MatchResult module) -> module.group(1));
    }

    private static String pom(String module) {
        return new Page(Path.of(Page.ROOT.toString(), module, "pom.xml")).text();
    }

    private static String first(Pattern pattern, String text) {
        return pattern.matcher(text).results().findFirst().orElseThrow().group(1);
    }
}
