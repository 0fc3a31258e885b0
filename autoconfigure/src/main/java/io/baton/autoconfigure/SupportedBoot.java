package io.baton.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Fails the start with an unsupported version of Spring Boot, which would otherwise fail without a reason, or run without the queue. */
final class SupportedBoot implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final int FIRST = 4;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        require(SpringBootVersion.getVersion());
    }

    static void require(@Nullable String version) {
        if (version == null || !version.matches("\\d+\\..*")) {
            return;
        }
        int major = Integer.parseInt(version.substring(0, version.indexOf('.')));
        if (major < FIRST) {
            throw new IllegalStateException(
                    "Baton needs Spring Boot " + FIRST + ".0 or newer; this application runs on " + version
                            + ". Raise the version of Spring Boot, or remove the Baton starter");
        }
    }
}
