package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of properties in {@code docs/configuration.md} is generated from the metadata of the auto-configuration;
 * {@code -Dbaton.documentation.write=true} writes it.
 */
class ConfigurationPageTests {

    private static final Pattern TABLE = Pattern.compile(
            "(?s)(<!-- properties: made by ConfigurationPageTests -->\\n).*?(<!-- end of properties -->)");

    private final Page page = Page.of("docs/configuration.md");

    @Test
    void its_table_is_that_of_the_metadata() throws IOException {
        Matcher table = TABLE.matcher(page.text());
        assertThat(table.find()).as("a place for the table").isTrue();
        String current = table.replaceFirst("$1\n" + Matcher.quoteReplacement(table()) + "\n$2");
        if (Boolean.getBoolean("baton.documentation.write")) {
            Files.writeString(page.path(), current);
        }
        assertThat(page.text())
                .as("run mvn test -pl hosts/documentation -am -Dtest=ConfigurationPageTests"
                        + " -Dbaton.documentation.write=true")
                .isEqualTo(current);
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
