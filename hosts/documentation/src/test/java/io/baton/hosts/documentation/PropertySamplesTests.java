package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Every property of Baton's in a sample of configuration, or named in the text, exists. */
class PropertySamplesTests {

    private static final Pattern NAMED =
            Pattern.compile("`((?:management\\.endpoint\\.)?baton\\.[a-z][^`]*?)(?:\\.\\*)?(?:[={][^`]*)?`");

    /** Meters, observations, labels and keys of the MDC. */
    private static final Pattern OTHERS = Pattern.compile(
            "baton\\.(?:(?:jobs?|queue|permits|table|database)\\..*"
                    + "|worker\\.(?:running|waiting|claim|settle)|batches\\.(?:open|stuck)|sequences\\.blocked(?:\\.oldest)?|recurring\\.(?:fired|missed)|rates\\.waiting|workers|schedule|tick|start-before|dead)");

    static Stream<Page> pages() {
        return Page.all().stream().filter(page -> !names(page).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void properties_exist(Page page) {
        assertThat(names(page))
                .allSatisfy(name -> assertThat(Property.all()).as(name).anyMatch(property -> property.takes(name)));
    }

    static Stream<Page> all() {
        return Page.all().stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void properties_that_are_named_exist(Page page) {
        List<String> unknown = NAMED.matcher(page.prose())
                .results()
                .map(name -> name.group(1))
                .filter(name -> !OTHERS.matcher(name).matches())
                .filter(name -> Property.all().stream()
                        .noneMatch(property -> property.takes(name) || (property.name() + ".").startsWith(name + ".")))
                .toList();
        assertThat(unknown).isEmpty();
    }

    private static List<String> names(Page page) {
        List<String> names = new ArrayList<>();
        page.blocks("yaml").forEach(block -> names.addAll(names(new YamlPropertySourceLoader(), block)));
        page.blocks("properties").forEach(block -> names.addAll(names(new PropertiesPropertySourceLoader(), block)));
        return names;
    }

    private static List<String> names(PropertySourceLoader loader, String block) {
        try {
            List<String> names = new ArrayList<>();
            for (PropertySource<?> source :
                    loader.load("sample", new ByteArrayResource(block.getBytes(StandardCharsets.UTF_8)))) {
                for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
                    if (name.startsWith("baton.") || name.startsWith("management.endpoint.baton.")) {
                        names.add(name);
                    }
                }
            }
            return names;
        } catch (IOException e) {
            throw new IllegalStateException(block, e);
        }
    }
}
