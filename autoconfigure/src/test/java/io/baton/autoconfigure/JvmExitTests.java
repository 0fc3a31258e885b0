package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Whether a JVM without a web server ends with its main method. */
class JvmExitTests {

    private static final String RAN_LATER = "ran after main had ended";

    /** What is started once and does its work in main, as a job of a scheduler outside. */
    static class WithoutHandlers {

        public static void main(String[] arguments) {
            SpringApplication.run(SchemaAccessTests.Empty.class, arguments)
                    .getBean(Jobs.class)
                    .enqueue(new PriceItem("for others"), job -> job.type("shop.price-item"));
        }
    }

    @Configuration
    @Import(SchemaAccessTests.Empty.class)
    static class WithHandlers {

        public static void main(String[] arguments) {
            SpringApplication.run(WithHandlers.class, arguments)
                    .getBean(Jobs.class)
                    .enqueue(new PriceItem("later"), job -> job.delay(Duration.ofSeconds(2)));
        }

        @JobHandler
        void price(PriceItem item) {
            System.out.println(RAN_LATER);
        }
    }

    private static Process run(Class<?> main) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx192m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        "--spring.main.web-application-type=none",
                        "--spring.datasource.generate-unique-name=true")
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void it_ends_if_it_has_no_handlers() throws Exception {
        Process process = run(WithoutHandlers.class);
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void it_stays_for_the_jobs_that_may_come_if_it_has_handlers() throws Exception {
        Process process = run(WithHandlers.class);
        try {
            assertThat(process.inputReader(StandardCharsets.UTF_8).lines().anyMatch(RAN_LATER::equals))
                    .isTrue();
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }
}
