package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Jobs;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;

/** Follows {@code docs/getting-started.md}, and checks the output that it shows. */
@ExtendWith(OutputCaptureExtension.class)
class GettingStartedTests {

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?(?:class|record|interface) (\\w+)");
    private static final Pattern COORDINATES = Pattern.compile("io\\.baton:(baton-[\\w-]+):([\\w.-]+)");

    private final Page page = Page.of("docs/getting-started.md");

    @Test
    void its_application_does_what_it_shows(@TempDir Path folder, CapturedOutput output) throws Exception {
        String application = compile(folder);
        Path configuration = Files.writeString(
                folder.resolve("application.yml"), page.blocks("yaml").get(0));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            SpringApplication spring =
                    new SpringApplication(new DefaultResourceLoader(loader), loader.loadClass(application));
            try (ConfigurableApplicationContext context = spring.run(
                    "--spring.config.location=" + configuration.toUri(), "--spring.main.web-application-type=none")) {
                assertThat(context.getBean(Jobs.class)).isNotNull();
                List<String> shown = page.blocks("text").get(0).lines().toList();
                assertThat(shown).isNotEmpty();
                await().atMost(Duration.ofMinutes(2))
                        .untilAsserted(() -> assertThat(output.getOut()).contains(shown));
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void its_dependencies_are_those_of_this_build() throws IOException {
        Matcher pom = Pattern.compile("<artifactId>baton-parent</artifactId>\\s*<version>(.*?)</version>")
                .matcher(Files.readString(Page.ROOT.resolve("pom.xml")));
        assertThat(pom.find()).isTrue();
        List<String> versions = new ArrayList<>();
        Matcher coordinates = COORDINATES.matcher(page.text());
        while (coordinates.find()) {
            assertThat(coordinates.group(1)).isEqualTo("baton-spring-boot-starter");
            versions.add(coordinates.group(2));
        }
        assertThat(versions).hasSize(2).containsOnly(pom.group(1));
        assertThat(page.blocks("xml").get(0))
                .contains("<artifactId>baton-spring-boot-starter</artifactId>")
                .contains("<version>" + pom.group(1) + "</version>");
    }

    /** Returns the name of the application's class. */
    private String compile(Path folder) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none", "-parameters", "-cp", System.getProperty("java.class.path"), "-d", folder.toString()));
        String application = "";
        for (String block : page.blocks("java")) {
            String name = found(PACKAGE, block) + "." + found(TYPE, block);
            Path file = folder.resolve(name.replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, block).toString());
            if (block.contains("@SpringBootApplication")) {
                application = name;
            }
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        return application;
    }

    private static String found(Pattern pattern, String block) {
        Matcher matcher = pattern.matcher(block);
        assertThat(matcher.find()).as("%s in %s", pattern, block).isTrue();
        return matcher.group(1);
    }
}
