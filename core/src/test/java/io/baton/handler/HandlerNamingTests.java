package io.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Retry;
import io.baton.handler.Handler.HandlerSettings;
import io.baton.type.DeclaredType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class HandlerNamingTests {

    @JobType(name = "mail.send", queue = "mails", priority = 7)
    record SendLetter(String to) {}

    @JobType(queue = "reports")
    record WriteReport(int year) {}

    static class DeskJobs {

        @JobHandler(queue = "files", priority = 10)
        void process(ProcessFile file) {}

        @JobHandler
        void cleanUp() {}
    }

    static class MailJobs {

        @JobHandler(queue = "mails", priority = 7)
        void send(SendLetter mail) {}
    }

    static class OverruledJobs {

        @JobHandler(queue = "ignored", priority = 1)
        void send(SendLetter mail) {}

        @JobHandler(queue = "also-ignored")
        void read(NamedOnly named) {}
    }

    @JobType(name = "named.only")
    record NamedOnly(int id) {}

    static class ReportJobs {

        @JobHandler
        void write(List<WriteReport> reports) {}
    }

    static class Configured {

        @JobHandler(
                value = "${report.type}",
                queue = "${report.queue:slow}",
                timeout = "${report.timeout}",
                maxAttempts = 3,
                transactional = true)
        @Retry(delay = "${report.delay}", multiplier = 1.5, maxDelay = "PT2M", jitter = 0.1, notOn = IOException.class)
        void write(JobContext job) {}

        @JobHandler(batchSize = 20, queue = "slow")
        void process(List<ProcessFile> files) {}
    }

    private static final Map<String, Object> PROPERTIES =
            Map.of("report.type", "report.write", "report.timeout", "90s", "report.delay", "5s");

    @Test
    void payload_class_names_the_type() {
        try (Scan scan = Scan.of(context -> context.registerBean("deskJobs", DeskJobs.class))) {
            assertThat(scan.handler("process-file").declared())
                    .isEqualTo(new DeclaredType("process-file", "files", 10, ProcessFile.class));
            assertThat(scan.types.forPayload(new ProcessFile(7)).queue()).isEqualTo("files");
        }
    }

    @Test
    void bean_and_method_name_a_type_without_payload() {
        try (Scan scan = Scan.of(context -> context.registerBean("deskJobs", DeskJobs.class))) {
            assertThat(scan.handler("desk-jobs.clean-up").declared())
                    .isEqualTo(new DeclaredType("desk-jobs.clean-up", "default", 0, null));
        }
    }

    /** Stored jobs and schedules have these names. */
    @Test
    void bean_named_like_its_class_gives_the_name_no_package() {
        try (Scan scan = Scan.of(context -> context.registerBean(DeskJobs.class.getName() + "#0", DeskJobs.class))) {
            assertThat(scan.registry.find("desk-jobs.clean-up")).isPresent();
        }
    }

    @Test
    void what_the_payload_says_wins() {
        try (Scan scan = Scan.of(OverruledJobs.class)) {
            assertThat(scan.handler("mail.send").declared())
                    .isEqualTo(new DeclaredType("mail.send", "mails", 7, SendLetter.class));
        }
    }

    /** Those of this thread: others that live in this JVM may warn of anything. */
    private static Stream<String> ownWarnings(CapturedOutput output) {
        String own = "WARN  [" + Thread.currentThread().getName() + "] ";
        return output.toString().lines().filter(line -> line.contains(own));
    }

    @Test
    void what_is_overruled_is_told(CapturedOutput output) {
        Scan.of(OverruledJobs.class).close();

        assertThat(ownWarnings(output))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "OverruledJobs.send(SendLetter)", "'ignored' and priority 1", "'mails' and priority 7"))
                .anySatisfy(line ->
                        assertThat(line).contains("OverruledJobs.read(NamedOnly)", "'also-ignored'", "'default' and"));
    }

    @Test
    void a_derived_name_is_told_once_however_it_is_used(CapturedOutput output) {
        try (Scan scan = Scan.of(context -> context.registerBean("deskJobs", DeskJobs.class))) {
            scan.types.forPayload(new ProcessFile(7));
            scan.types.forPayload(new ProcessFile(7), "process-file");
            scan.types.named("process-file");
        }

        assertThat(output.toString().lines().filter(line -> line.contains("process-file")))
                .hasSize(1);
    }

    @Test
    void derived_names_are_told_in_one_warning(CapturedOutput output) {
        Scan.of(context -> {
                    context.registerBean("deskJobs", DeskJobs.class);
                    context.registerBean("mailJobs", MailJobs.class);
                    context.registerBean("reportJobs", ReportJobs.class);
                })
                .close();

        assertThat(ownWarnings(output))
                .singleElement()
                .asString()
                .contains(
                        "process-file (DeskJobs.process(ProcessFile))",
                        "desk-jobs.clean-up (DeskJobs.cleanUp())",
                        "write-report (ReportJobs.write(List<WriteReport>))",
                        "Fix a name with @JobType(name = \"..\") on the payload")
                .doesNotContain("mail.send");
    }

    @Test
    void names_that_were_given_are_no_reason_to_warn(CapturedOutput output) {
        Scan.of(MailJobs.class).close();

        assertThat(ownWarnings(output)).isEmpty();
    }

    @Test
    void text_attributes_take_placeholders() {
        try (Scan scan = Scan.of(PROPERTIES, Configured.class)) {
            Handler handler = scan.handler("report.write");

            assertThat(handler.queue()).isEqualTo("slow");
            assertThat(handler.settings())
                    .isEqualTo(new HandlerSettings(
                            3,
                            false,
                            Duration.ofSeconds(90),
                            true,
                            1,
                            false,
                            new RetryRule(
                                    Duration.ofSeconds(5), 1.5, Duration.ofMinutes(2), 0.1, List.of(IOException.class)),
                            List.of(),
                            Optional.empty(),
                            List.of(),
                            null));
        }
    }

    @Test
    void handler_that_asks_for_nothing_gets_the_defaults() {
        try (Scan scan = Scan.of(MailJobs.class, ReportJobs.class)) {
            assertThat(scan.handler("mail.send").settings())
                    .isEqualTo(new HandlerSettings(
                            0,
                            false,
                            null,
                            false,
                            1,
                            false,
                            Scan.DEFAULT_RETRY,
                            List.of(),
                            Optional.empty(),
                            List.of(),
                            null));
            assertThat(scan.handler("write-report").settings())
                    .isEqualTo(new HandlerSettings(
                            0,
                            false,
                            null,
                            false,
                            100,
                            true,
                            Scan.DEFAULT_RETRY,
                            List.of(),
                            Optional.empty(),
                            List.of(),
                            null));
        }
    }

    @Test
    void registry_knows_the_queues_and_the_largest_batch_of_each() {
        try (Scan scan = Scan.of(PROPERTIES, Configured.class, MailJobs.class, ReportJobs.class)) {
            assertThat(scan.registry.queues()).containsExactlyInAnyOrder("slow", "mails", "reports");
            assertThat(scan.registry.largestBatch("slow")).isEqualTo(20);
            assertThat(scan.registry.largestBatch("mails")).isEqualTo(1);
            assertThat(scan.registry.largestBatch("reports")).isEqualTo(100);
            assertThat(scan.registry.largestBatch("nobody knows")).isEqualTo(1);
        }
    }
}
