package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of properties in {@code docs/configuration.md} is generated from the metadata of the auto-configuration;
 * {@code -Dbaton.documentation.write=true} writes it.
 */
class ConfigurationPageTests {

    private final Page page = Page.of("docs/configuration.md");

    @Test
    void its_table_is_that_of_the_metadata() {
        page.isGenerated("properties", table(), getClass());
    }

    @Test
    void it_tells_of_every_option_of_what_has_names() {
        assertThat(Property.all()).filteredOn(Property::isMap).isNotEmpty().allSatisfy(property -> property.options()
                .forEach(
                        option -> assertThat(page.text()).contains("`" + property.name() + ".<name>." + option + "`")));
    }

    private static String table() {
        return Property.all().stream()
                .filter(property -> !property.isMap())
                .map(property ->
                        "| `" + property.name() + "` | " + value(property) + " | " + property.description() + " |\n")
                .collect(Collectors.joining("", "| property | default | |\n|---|---|---|\n", ""));
    }

    private static String value(Property property) {
        return property.value().isEmpty() ? "" : "`" + property.value() + "`";
    }
}
