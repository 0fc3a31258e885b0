package io.baton.hosts.datajpa;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Baton's jars as an application gets them. Before the phase {@code package} there are folders of classes instead. */
class JarsTests {

    private final List<Path> jars = Arrays.stream(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(entry ->
                    Files.isRegularFile(entry) && entry.getFileName().toString().startsWith("baton-"))
            .toList();

    @Test
    void each_jar_has_a_module_name_and_packages_of_its_own() {
        assumeThat(jars).isNotEmpty();
        Map<String, ModuleDescriptor> modules = ModuleFinder.of(jars.toArray(Path[]::new)).findAll().stream()
                .map(ModuleReference::descriptor)
                .collect(toMap(ModuleDescriptor::name, module -> module));
        // the starter with JPA is not in each of the applications that have this test
        assertThat(modules.keySet())
                .contains(
                        "io.baton.core",
                        "io.baton.console",
                        "io.baton.autoconfigure",
                        "io.baton.starter.jdbc",
                        "io.baton.test")
                .allMatch(name -> name.startsWith("io.baton.") && !name.contains("unpublished"));
        assertThat(modules.values().stream().flatMap(module -> module.packages().stream()))
                .contains("io.baton", "io.baton.operator", "io.baton.autoconfigure", "io.baton.test")
                .doesNotHaveDuplicates();
    }
}
