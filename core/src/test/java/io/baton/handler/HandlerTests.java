package io.baton.handler;

import static io.baton.handler.StubContext.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.InvalidPayloadException;
import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.PayloadCodec;
import io.baton.handler.Handler.HandlerResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class HandlerTests {

    record CountFiles(int depth) {}

    record Summary(int files, List<String> names) {}

    record Secret(String password) {}

    static class Leaky {
        public String getPassword() {
            throw new IllegalStateException("hunter2");
        }
    }

    private static final List<Object> seen = new ArrayList<>();

    static class DeskJobs {

        @JobHandler
        void process(JobContext job, ProcessFile file) {
            seen.add(job.id() + ": " + file);
        }

        @JobHandler("file.clean-up")
        void cleanUp(JobContext job) {
            seen.add(job.id());
        }

        @JobHandler
        @Nullable
        Summary count(CountFiles count) {
            return count.depth() == 0 ? null : new Summary(count.depth(), List.of("a", "b"));
        }

        @JobHandler("file.number")
        int number() {
            return 42;
        }

        @JobHandler("file.secret")
        Object secret() {
            return new Leaky();
        }

        @JobHandler("file.endless")
        Object endless() {
            List<Object> list = new ArrayList<>();
            list.add(list);
            return list;
        }
    }

    static class MailJobs {

        static @Nullable JobOutcomes answer;

        @JobHandler
        @Nullable
        JobOutcomes send(List<Job<SendMail>> mails) {
            mails.forEach(
                    mail -> seen.add(mail.context().id() + ": " + mail.payload().to()));
            return answer;
        }

        @JobHandler("secret.keep")
        void keep(List<? extends Secret> secrets) {
            seen.addAll(secrets);
        }
    }

    private final Scan scan = Scan.of(DeskJobs.class, MailJobs.class);

    @BeforeEach
    void forget() {
        seen.clear();
        MailJobs.answer = null;
    }

    @AfterEach
    void close() {
        scan.close();
    }

    @Test
    void parameters_come_in_any_order() throws Throwable {
        HandlerResult result = scan.run("process-file", job(1, new ProcessFile(7)));

        assertThat(seen).containsExactly("1: ProcessFile[fileId=7]");
        assertThat(result.result()).isNull();
        assertThat(result.failures()).isEmpty();
    }

    @Test
    void handler_without_payload_runs_on_what_read_payload_gives() throws Throwable {
        Object nothing = scan.handler("file.clean-up").readPayload(null);
        scan.run("file.clean-up", job(3, nothing));

        assertThat(seen).hasSize(1).first().hasToString("3");
    }

    @Test
    void payload_is_read() {
        assertThat(scan.handler("process-file").readPayload("{\"fileId\": 7}")).isEqualTo(new ProcessFile(7));
        assertThat(scan.handler("send-mail").readPayload("{\"to\": \"ann\"}")).isEqualTo(new SendMail("ann"));
        assertThat(scan.handler("secret.keep").readPayload("{\"password\": \"x\"}"))
                .isEqualTo(new Secret("x"));
    }

    @Test
    @SuppressWarnings("NullAway") // applications may pass null all the same
    void no_job_fails_without_a_cause() {
        JobOutcomes outcomes = JobOutcomes.allCompleted();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outcomes.failed(3, null))
                .withMessageContaining("position 3");
        assertThat(outcomes.failures()).isEmpty();
    }

    @Test
    void payload_that_is_missing_is_invalid() {
        assertThatExceptionOfType(InvalidPayloadException.class)
                .isThrownBy(() -> scan.handler("process-file").readPayload(null))
                .withMessage("There is no payload, but DeskJobs.process(JobContext, ProcessFile) needs one");
        assertThatExceptionOfType(InvalidPayloadException.class)
                .isThrownBy(() -> scan.handler("process-file").readPayload("null"));
    }

    @Test
    void payload_that_cannot_be_read_is_invalid() {
        assertThatExceptionOfType(InvalidPayloadException.class)
                .isThrownBy(() -> scan.handler("process-file").readPayload("{\"fileId\": \"seven\"}"));
    }

    @Test
    void whatever_a_codec_of_the_application_throws_means_an_invalid_payload() {
        PayloadCodec codec = new Failing();
        try (Scan own = Scan.of(codec, context -> context.register(DeskJobs.class))) {
            assertThatExceptionOfType(InvalidPayloadException.class)
                    .isThrownBy(() -> own.handler("process-file").readPayload("hunter2"))
                    .withMessage("The payload for DeskJobs.process(JobContext, ProcessFile) cannot be read")
                    .withCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void return_value_is_the_result() throws Throwable {
        assertThat(scan.run("count-files", job(1, new CountFiles(2))).result())
                .isEqualTo("{\"files\":2,\"names\":[\"a\",\"b\"]}");
        assertThat(scan.run("file.number", job(1, "nothing")).result()).isEqualTo("42");
    }

    @Test
    void null_is_no_result() throws Throwable {
        assertThat(scan.run("count-files", job(1, new CountFiles(0))).result()).isNull();
    }

    @Test
    void result_that_cannot_be_written_is_dropped_and_told(CapturedOutput output) throws Throwable {
        assertThat(scan.run("file.secret", job(17, "nothing")).result()).isNull();
        assertThat(scan.run("file.endless", job(18, "nothing")).result()).isNull();

        assertThat(output)
                .contains("Job 17 has no result", "Job 18 has no result")
                .contains(
                        "that DeskJobs.secret() returned cannot be written (" + InvalidPayloadException.class.getName())
                .doesNotContain("hunter2");
    }

    @Test
    void list_of_jobs_holds_the_context_of_each() throws Throwable {
        HandlerResult result = scan.run("send-mail", job(1, new SendMail("ann")), job(2, new SendMail("bob")));

        assertThat(seen).containsExactly("1: ann", "2: bob");
        assertThat(result.failures()).isEmpty();
        assertThat(result.result()).isNull();
    }

    @Test
    void list_of_payloads_holds_the_payloads() throws Throwable {
        scan.run("secret.keep", job(1, new Secret("a")), job(2, new Secret("b")));

        assertThat(seen).containsExactly(new Secret("a"), new Secret("b"));
    }

    @Test
    void outcomes_fail_the_jobs_at_their_positions() throws Throwable {
        IllegalStateException cause = new IllegalStateException("no such address");
        MailJobs.answer = JobOutcomes.allCompleted().failed(1, cause);

        HandlerResult result = scan.run("send-mail", job(1, new SendMail("ann")), job(2, new SendMail("bob")));

        assertThat(result.failures()).containsOnlyKeys(1).containsValue(cause);
    }

    @Test
    void outcome_for_a_job_not_given_is_a_handler_failure() {
        MailJobs.answer = JobOutcomes.allCompleted().failed(2, new IllegalStateException());

        assertThatIllegalStateException()
                .isThrownBy(() -> scan.run("send-mail", job(1, new SendMail("ann")), job(2, new SendMail("bob"))))
                .withMessage(
                        "MailJobs.send(List<Job<SendMail>>) returned an outcome for position 2, but was given 2 jobs, at"
                                + " positions from 0 to 1");
    }

    @Test
    void handler_is_never_given_more_or_less_than_it_takes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scan.run("process-file", job(1, new ProcessFile(7)), job(2, new ProcessFile(8))))
                .withMessage("DeskJobs.process(JobContext, ProcessFile) cannot be given 2 jobs at once");
        assertThatIllegalArgumentException().isThrownBy(() -> scan.run("send-mail"));
        assertThat(seen).isEmpty();
    }

    private static final class Failing implements PayloadCodec {

        @Override
        public String write(Object value, Class<?> declared) {
            throw new IllegalStateException();
        }

        @Override
        public <T> T read(String text, Class<T> declared) {
            throw new IllegalStateException("cannot read " + text);
        }
    }
}
