package io.baton.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SeldomLogTests {

    private static final String LOGGER = SeldomLogTests.class.getName();

    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
    private long nanos;
    private final SeldomLog seldom = new SeldomLog(LoggerFactory.getLogger(LOGGER), () -> nanos);

    @BeforeEach
    void asUsual() {
        logging.setLogLevel(LOGGER, LogLevel.INFO);
    }

    @AfterEach
    void asBefore() {
        logging.setLogLevel(LOGGER, null);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private static List<String> lines(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains("It "))
                .map(line -> line.substring(line.indexOf("It ")))
                .toList();
    }

    @Test
    void each_name_is_told_once_a_minute_with_what_was_left_out(CapturedOutput output) {
        for (int run = 0; run < 500; run++) {
            seldom.warn("a", "It {} failed", run);
        }
        seldom.info("b", "It {} failed too", 0);
        pass(Duration.ofSeconds(59));
        seldom.warn("a", "It failed");
        pass(Duration.ofSeconds(1));
        seldom.warn("a", "It {} failed", 501);
        pass(Duration.ofMinutes(1));
        seldom.warn("a", "It {} failed", 502);
        assertThat(lines(output))
                .containsExactly(
                        "It 0 failed",
                        "It 0 failed too",
                        "It 501 failed (500 more since this was last logged, at DEBUG)",
                        "It 502 failed");
        assertThat(output).contains("WARN", "INFO");
    }

    @Test
    void the_rest_is_told_at_debug(CapturedOutput output) {
        logging.setLogLevel(LOGGER, LogLevel.DEBUG);
        seldom.warn("a", "It {} failed", 1);
        seldom.warn("a", "It {} failed", 2, new IllegalStateException("stack"));
        assertThat(lines(output)).containsExactly("It 1 failed", "It 2 failed");
        assertThat(output).contains("DEBUG", "IllegalStateException: stack");
    }

    @Test
    void any_number_of_names_costs_no_more_than_so_many_lines(CapturedOutput output) {
        for (int name = 0; name < 10 * SeldomLog.MOST_NAMES; name++) {
            seldom.warn("name " + name, "It {} failed", name);
        }
        assertThat(lines(output)).hasSize(SeldomLog.MOST_NAMES + 1);
        pass(Duration.ofMinutes(1));
        seldom.warn("new", "It {} failed", -1);
        assertThat(lines(output)).last().isEqualTo("It -1 failed");
    }
}
