package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.CompiledSources;
import io.baton.type.SamplePayloads.Money;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JacksonModule;

/** Modules that lie on the class path. */
class KotlinModulesTests {

    private static final String OTHER = "elsewhere.OtherModule";
    private static final String KOTLIN = "tools.jackson.module.kotlin.KotlinModule";

    private List<String> found(String... names) throws IOException {
        Map<String, String> sources =
                Stream.of(names).collect(Collectors.toMap(name -> name, KotlinModulesTests::module));
        try (CompiledSources compiled = CompiledSources.of(sources)) {
            Path services = Files.createDirectories(compiled.folder().resolve("META-INF/services"));
            Files.write(services.resolve(JacksonModule.class.getName()), List.of(names));
            return JacksonPayloadCodec.modules(compiled.loader()).stream()
                    .map(JacksonModule::getModuleName)
                    .toList();
        }
    }

    private static String module(String name) {
        return "public class " + name.substring(name.lastIndexOf('.') + 1)
                + " extends tools.jackson.databind.module.SimpleModule { @Override public String getModuleName() { return \""
                + name + "\"; } }";
    }

    @Test
    void only_kotlins_is_taken() throws IOException {
        assertThat(found(OTHER, KOTLIN)).containsExactly(KOTLIN);
        assertThat(found(OTHER)).isEmpty();
    }

    @Test
    void what_another_jar_brings_changes_nothing_that_is_stored() throws IOException {
        String source =
                "public class OtherModule extends tools.jackson.databind.module.SimpleModule { public OtherModule() {"
                        + " addSerializer(java.math.BigDecimal.class, tools.jackson.databind.ser.std.ToStringSerializer.instance); } }";
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (CompiledSources compiled = CompiledSources.of(Map.of(OTHER, source))) {
            Path services = Files.createDirectories(compiled.folder().resolve("META-INF/services"));
            Files.write(services.resolve(JacksonModule.class.getName()), List.of(OTHER));
            thread.setContextClassLoader(compiled.loader());
            assertThat(new JacksonPayloadCodec().write(new Money(new BigDecimal("1.10")), Money.class))
                    .isEqualTo("{\"amount\":1.10}");
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
