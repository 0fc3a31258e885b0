package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A type of a module is found by its name alone, without its package. */
class TypeNameTests {

    @ParameterizedTest
    @ValueSource(strings = {"../core", "../console", "."})
    void every_type_name_occurs_once_in_a_module(String module) {
        assertThat(Sources.below("io/baton").stream()
                        .filter(file -> file.startsWith(Path.of(module, "src")))
                        .map(file -> file.getFileName().toString())
                        .filter(name -> !name.equals("package-info.java")))
                .isNotEmpty()
                .doesNotHaveDuplicates();
    }
}
