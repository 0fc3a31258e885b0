package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.autoconfigure.shop.Shop;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class QuietFlywayTests {

    private static final String LOGGER = "org.flywaydb.core.internal.database.base.Database";
    private static final String WARNING = "newer than the version Flyway has been verified with";

    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

    @BeforeEach
    void setLevel() {
        logging.setLogLevel(LOGGER, LogLevel.INFO);
    }

    @AfterEach
    void resetLevel() {
        logging.setLogLevel(LOGGER, null);
    }

    private @Nullable LogLevel level() {
        LoggerConfiguration configuration = logging.getLoggerConfiguration(LOGGER);
        return configuration == null ? null : configuration.getConfiguredLevel();
    }

    @Test
    void a_start_on_h2_says_nothing_of_its_version(CapturedOutput output) {
        HostContract.start(Shop.class, HostContract.WITHOUT_BOOTS_FLYWAY).close();
        assertThat(output).doesNotContain(WARNING);
    }

    @Test
    void the_level_is_what_it_was_whatever_happens() {
        AtomicReference<LogLevel> during = new AtomicReference<>();
        QuietFlyway.during(() -> during.set(level()));
        assertThat(during).hasValue(LogLevel.ERROR);
        assertThat(level()).isEqualTo(LogLevel.INFO);

        assertThatThrownBy(() -> QuietFlyway.during(() -> {
                    throw new IllegalStateException("by hand");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(level()).isEqualTo(LogLevel.INFO);
        assertThat(LoggerFactory.getLogger(LOGGER).isInfoEnabled()).isTrue();
    }
}
