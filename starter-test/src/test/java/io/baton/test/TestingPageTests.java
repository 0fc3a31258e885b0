package io.baton.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.baton.testing.CompiledSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The samples of docs/testing.md compile, and their tests pass. */
class TestingPageTests {

    private static final Path PAGE = Path.of("..", "docs", "testing.md");
    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("(?m)^class (\\w+)");

    /** The imports that an editor would add. */
    private static final String IMPORTS = """
            import static org.assertj.core.api.Assertions.assertThat;
            import static org.assertj.core.api.Assertions.assertThatThrownBy;
            import io.baton.*;
            import io.baton.test.*;
            import java.time.Duration;
            import java.util.*;
            import org.junit.jupiter.api.*;
            import org.mockito.Mockito;
            import org.springframework.beans.factory.annotation.Autowired;
            import org.springframework.boot.autoconfigure.SpringBootApplication;
            import org.springframework.boot.test.context.SpringBootTest;
            import org.springframework.stereotype.Component;
            import org.springframework.transaction.annotation.Transactional;
            """;

    private static Map<String, String> samples() throws IOException {
        Map<String, String> samples = new LinkedHashMap<>();
        Matcher block = JAVA.matcher(Files.readString(PAGE));
        while (block.find()) {
            Matcher name = NAME.matcher(block.group(1));
            assertThat(name.find()).as("a class in %s", block.group(1)).isTrue();
            samples.put("shop." + name.group(1), IMPORTS + block.group(1));
        }
        return samples;
    }

    @Test
    void its_tests_are_green() throws Exception {
        Map<String, String> samples = samples();
        try (CompiledSources compiled = CompiledSources.of(samples)) {
            List<Class<?>> tests = new ArrayList<>();
            for (String name : samples.keySet()) {
                if (name.endsWith("Tests")) {
                    tests.add(compiled.load(name));
                }
            }
            assertThat(samples).hasSize(9);
            assertThat(tests).hasSize(7);
            SummaryGeneratingListener summary = run(tests, compiled.loader());
            assertThat(summary.getSummary().getFailures())
                    .extracting(failure -> failure.getTestIdentifier().getDisplayName() + ": " + failure.getException())
                    .isEmpty();
            assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(14);
        }
    }

    private static SummaryGeneratingListener run(List<Class<?>> tests, ClassLoader loader) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            SummaryGeneratingListener summary = new SummaryGeneratingListener();
            LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
            tests.forEach(test -> request.selectors(selectClass(test)));
            LauncherFactory.create().execute(request.build(), summary);
            return summary;
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
