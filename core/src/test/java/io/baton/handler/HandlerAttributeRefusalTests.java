package io.baton.handler;

import static io.baton.handler.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import io.baton.Retry;
import io.baton.testing.CompiledSources;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

@ExtendWith(OutputCaptureExtension.class)
class HandlerAttributeRefusalTests {

    @Nested
    class Attributes {

        static class NoBatch {
            @JobHandler(batchSize = 0)
            void process(List<ProcessFile> files) {}
        }

        static class HugeBatch {
            @JobHandler(batchSize = 10_001)
            void process(List<ProcessFile> files) {}
        }

        static class BatchOfOne {
            @JobHandler(batchSize = 20)
            void process(ProcessFile file) {}
        }

        static class RetryOfNothing {
            @Retry
            void process(ProcessFile file) {}
        }

        static class Work {
            @JobHandler
            void work(Later later) {}
        }

        record Later(Runnable what) {}

        @jakarta.persistence.Entity
        static class Customer {
            public long id;
        }

        static class OnCustomer {
            @JobHandler
            void process(Customer customer) {}
        }

        @Test
        void a_batch_of_one_at_a_time() {
            refused(
                    BatchOfOne.class,
                    "it has a batchSize of 20, but takes one job at a time.",
                    "Let it take a List of its payloads, or remove batchSize.");
        }

        @Test
        void a_retry_of_no_handler() {
            refused(
                    RetryOfNothing.class,
                    "it carries @Retry, but no @JobHandler.",
                    "Put @JobHandler on the method too, or remove @Retry.");
        }

        @Test
        void a_payload_with_code_in_it() {
            refused(
                    Work.class,
                    "A java.lang.Runnable in a payload is code, which cannot be stored",
                    "Make the payload a record, or a class that Jackson can read, create and fill.");
        }

        @Test
        void an_entity() {
            refused(
                    OnCustomer.class,
                    "it is a JPA entity",
                    "Make the payload a record, or a class that Jackson can read, create and fill.");
        }

        static class NegativeAttempts {
            @JobHandler(maxAttempts = -1)
            void process(ProcessFile file) {}
        }

        static class BadTimeout {
            @JobHandler(timeout = "soon")
            void process(ProcessFile file) {}
        }

        static class NoTime {
            @JobHandler(timeout = "0s")
            void process(ProcessFile file) {}
        }

        static class BadDelay {
            @JobHandler
            @Retry(delay = "10 parsecs")
            void process(ProcessFile file) {}
        }

        static class BadRule {
            @JobHandler
            @Retry(jitter = 2)
            void process(ProcessFile file) {}
        }

        static class Unset {
            @JobHandler(queue = "${files.queue}")
            void process(ProcessFile file) {}
        }

        static class BlankName {
            @JobHandler("a\tb")
            void process(ProcessFile file) {}
        }

        @JobType(name = "file.process")
        record NamedFile(long fileId) {}

        static class TwoNames {
            @JobHandler("process")
            void process(NamedFile file) {}
        }

        @RequiresPermit("a:b")
        record Colon(long fileId) {}

        static class BadLimitOfPayload {
            @JobHandler
            void process(Colon file) {}
        }

        static class BadLimit {
            @JobHandler
            @RateLimited(value = "calls", key = "#payload.")
            void process(ProcessFile file) {}
        }

        @Test
        void batch_of_none() {
            refused(NoBatch.class, "batchSize is 0.", "Use a batchSize from 1 to 10000.");
        }

        @Test
        void batch_of_more_than_any_worker_should_hold() {
            refused(HugeBatch.class, "batchSize is 10001.", "Use a batchSize from 1 to 10000.");
        }

        @Test
        void less_than_no_attempts() {
            refused(
                    NegativeAttempts.class,
                    "maxAttempts is -1.",
                    "Use a maxAttempts of 1 or more, or 0 for the default of the application.");
        }

        @Test
        void text_that_is_no_duration() {
            String action = "Write it like \"30s\", \"10m\", \"1h30m\" or \"PT30S\".";
            refused(BadTimeout.class, "timeout \"soon\" is not a duration.", action);
            refused(BadDelay.class, "@Retry delay \"10 parsecs\" is not a duration.", action);
        }

        @Test
        void timeout_that_is_over_at_once() {
            refused(
                    NoTime.class,
                    "its timeout of \"0s\" would be over at once.",
                    "Use a positive timeout, or leave it out for no limit.");
        }

        @Test
        void retry_that_makes_no_sense() {
            refused(
                    BadRule.class,
                    "@Retry: jitter must be between 0 and 1, but is 2.0.",
                    "Correct the @Retry on the method.");
        }

        @Test
        void placeholder_that_nothing_sets() {
            refused(
                    Unset.class,
                    "the placeholder in queue \"${files.queue}\" cannot be resolved.",
                    "Set the property it names, or give it a default: \"${name:default}\".");
        }

        @Test
        void name_that_cannot_be_stored() {
            refused(
                    BlankName.class,
                    "A type name cannot be with a control character",
                    "Correct it in @JobHandler, or in @JobType on the payload.");
        }

        @RequiresPermit("one")
        @RequiresPermit("other")
        static class LimitedBean {
            @JobHandler
            void process(ProcessFile file) {}
        }

        @RateLimited("calls")
        static class RateLimitedBean {
            @JobHandler
            void process(ProcessFile file) {}
        }

        @Test
        void limit_on_the_class_of_the_bean() {
            for (Class<?> bean : List.of(LimitedBean.class, RateLimitedBean.class)) {
                refused(
                        bean,
                        "the class of its bean carries @RequiresPermit, @RateLimited or @InSequence, which would do nothing there.",
                        "Put it on the method, or on the class of the payload.");
            }
        }

        @Test
        void limit_that_cannot_be_one() {
            refused(
                    BadLimitOfPayload.class,
                    "A @RequiresPermit or @RateLimited on " + Colon.class.getName() + " cannot be used: ",
                    "with a \":\" in it",
                    "Correct the @RequiresPermit or @RateLimited on the payload.");
            refused(
                    BadLimit.class,
                    "@RateLimited(\"calls\")",
                    "Correct the @RequiresPermit or @RateLimited on the method.");
        }

        @Test
        void two_names_for_one_type() {
            refused(
                    TwoNames.class,
                    "@JobHandler calls its type \"process\", @JobType on the payload calls it \"file.process\".",
                    "Leave the name to @JobType, which nodes without this handler read too: remove it from @JobHandler.");
        }
    }

    @Nested
    class Transactions {

        static class RequiresNew {
            @Transactional(propagation = Propagation.REQUIRES_NEW)
            @JobHandler(transactional = true)
            void process(ProcessFile file) {}
        }

        static class NotSupported {
            @Transactional(propagation = Propagation.NOT_SUPPORTED)
            @JobHandler(transactional = true)
            void process(ProcessFile file) {}
        }

        @Transactional(propagation = Propagation.NEVER)
        static class NeverOnClass {
            @JobHandler(transactional = true)
            void process(ProcessFile file) {}
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        static class OverriddenOnMethod {
            @Transactional
            @JobHandler(transactional = true)
            void process(ProcessFile file) {}
        }

        static class NotOurs {
            @Transactional(propagation = Propagation.REQUIRES_NEW)
            @JobHandler
            void process(ProcessFile file) {}
        }

        @Test
        void transaction_outside_ours() {
            for (Class<?> bean : List.of(RequiresNew.class, NotSupported.class, NeverOnClass.class)) {
                refused(
                        bean,
                        "it is transactional = true, but its @Transactional leaves the transaction that Baton opened, so its"
                                + " writes would not commit together with the job's completion.",
                        "Remove @Transactional or use Propagation.REQUIRED, or remove transactional = true from @JobHandler.");
            }
        }

        @Test
        void transaction_outside_ours_by_jakartas_annotation() throws Exception {
            try (CompiledSources sources = CompiledSources.of(Map.of(
                    "app.OfJakarta",
                    "import jakarta.transaction.*; public class OfJakarta {"
                            + " @Transactional(Transactional.TxType.REQUIRES_NEW)"
                            + " @io.baton.JobHandler(transactional = true) public void run() {} }"))) {
                refused(
                        sources.load("app.OfJakarta"),
                        "it is transactional = true, but its @Transactional leaves the transaction",
                        "Remove @Transactional or use Propagation.REQUIRED, or remove transactional = true from @JobHandler.");
            }
        }

        static class CommitsFirst {
            @Transactional
            @JobHandler
            void process(ProcessFile file) {}
        }

        static class NestedFirst {
            @Transactional(propagation = Propagation.NESTED)
            @JobHandler
            void process(ProcessFile file) {}
        }

        static class ManyFirst {
            @Transactional
            @JobHandler
            void process(List<ProcessFile> files) {}
        }

        @Transactional
        @Retention(RetentionPolicy.RUNTIME)
        @interface Unit {}

        static class ComposedFirst {
            @Unit
            @JobHandler
            void process(ProcessFile file) {}
        }

        static class Reads {
            @Transactional(readOnly = true)
            @JobHandler
            void process(ProcessFile file) {}
        }

        static class Supports {
            @Transactional(propagation = Propagation.SUPPORTS)
            @JobHandler
            void process(ProcessFile file) {}
        }

        static class Helped {
            @JobHandler
            void process(ProcessFile file) {
                store();
            }

            @Transactional
            void store() {}
        }

        @Transactional
        static class OnClass {
            @JobHandler
            void process(ProcessFile file) {}
        }

        private static final String COMMITS_FIRST =
                "its @Transactional commits before the job is completed, so that a crash between the two runs it again.";
        private static final String COMMIT_TOGETHER =
                "Write @JobHandler(transactional = true), which commits both together, or use Propagation.REQUIRES_NEW if its"
                        + " transaction is meant to commit alone, as that of another data source does.";

        @Test
        void transaction_that_commits_before_the_completion() throws Exception {
            for (Class<?> bean : List.of(CommitsFirst.class, NestedFirst.class, ManyFirst.class, ComposedFirst.class)) {
                refused(bean, COMMITS_FIRST, COMMIT_TOGETHER);
            }
            try (CompiledSources sources = CompiledSources.of(
                    Map.of(
                            "app.OfJakarta",
                            "public class OfJakarta { @jakarta.transaction.Transactional @io.baton.JobHandler public void run() {} }"))) {
                refused(sources.load("app.OfJakarta"), COMMITS_FIRST, COMMIT_TOGETHER);
            }
        }

        @Test
        void transaction_of_the_class_is_warned_of(CapturedOutput output) {
            Scan.of(OnClass.class).close();
            assertThat(output).contains("OnClass.process(ProcessFile): " + COMMITS_FIRST + " " + COMMIT_TOGETHER);
        }

        @Test
        void other_transactions_are_not_refused(CapturedOutput output) {
            for (Class<?> bean :
                    List.of(OverriddenOnMethod.class, NotOurs.class, Reads.class, Supports.class, Helped.class)) {
                Scan.of(bean).close();
            }
            assertThat(output).doesNotContain("@Transactional");
        }
    }

    @Nested
    class Callers {

        static class OnTime {
            @Scheduled(fixedDelay = 1_000)
            @JobHandler("tidy")
            void tidy() {}
        }

        static class OnTimes {
            @Scheduled(cron = "-")
            @Scheduled(fixedDelay = 1_000)
            @JobHandler("tidy")
            void tidy() {}
        }

        static class Again {
            @Retryable
            @JobHandler
            void process(ProcessFile file) {}
        }

        @Retryable
        static class AllAgain {
            @JobHandler
            void process(ProcessFile file) {}
        }

        static class OtherAgain {
            @JobHandler
            void process(ProcessFile file) {}

            @Retryable
            void call() {}
        }

        @Retention(RetentionPolicy.RUNTIME)
        @interface Own {

            @Retention(RetentionPolicy.RUNTIME)
            @interface Retryable {}

            @Retention(RetentionPolicy.RUNTIME)
            @interface Scheduled {}
        }

        static class Marked {
            @Own.Retryable
            @Own.Scheduled
            @JobHandler
            void process(ProcessFile file) {}
        }

        private static final String AGAIN =
                "it is @Retryable, so that each attempt of the job calls it several times, also after a snooze or a"
                        + " JobRejectedException.";
        private static final String RETRY =
                "Use @JobHandler(maxAttempts = ..) and @Retry, or put @Retryable on the method of another bean that it calls.";

        @Test
        void a_schedule_that_calls_it_without_a_job() {
            for (Class<?> bean : List.of(OnTime.class, OnTimes.class)) {
                refused(
                        bean,
                        "it is @Scheduled, so that each node also calls it without a job.",
                        "Use @Recurring in place of @Scheduled: one job for each tick in the whole cluster.");
            }
        }

        @Test
        void retries_within_an_attempt() throws Exception {
            refused(Again.class, AGAIN, RETRY);
            try (CompiledSources sources = CompiledSources.of(Map.of(
                    "org.springframework.retry.annotation.Retryable",
                    "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface Retryable {}",
                    "app.OfSpringRetry",
                    "public class OfSpringRetry { @org.springframework.retry.annotation.Retryable"
                            + " @io.baton.JobHandler public void run() {} }"))) {
                refused(sources.load("app.OfSpringRetry"), AGAIN, RETRY);
            }
        }

        static class NoProgress {
            @JobHandler(resetAttemptsOnProgress = true)
            void process(ProcessFile file) {}
        }

        static class Progress {
            @JobHandler(resetAttemptsOnProgress = true)
            void process(ProcessFile file, JobContext job) {}
        }

        static class ProgressOfMany {
            @JobHandler(resetAttemptsOnProgress = true)
            void process(List<Job<ProcessFile>> files) {}
        }

        @Test
        void attempts_that_no_progress_could_reset() {
            refused(
                    NoProgress.class,
                    "it has resetAttemptsOnProgress, but takes no JobContext, by which a job makes progress.",
                    "Let it take a JobContext, or a List<Job<..>>, or remove resetAttemptsOnProgress.");
            Scan.of(Progress.class).close();
            Scan.of(ProgressOfMany.class).close();
        }

        @Test
        void retries_of_the_whole_class_are_warned_of(CapturedOutput output) {
            Scan.of(AllAgain.class).close();
            assertThat(output).contains("AllAgain.process(ProcessFile): " + AGAIN + " " + RETRY);
        }

        @Test
        void annotations_of_the_application_with_these_names_are_not() {
            Scan.of(Marked.class).close();
        }

        @Test
        void retries_of_another_method_are_not(CapturedOutput output) {
            Scan.of(OtherAgain.class).close();
            assertThat(output).doesNotContain("@Retryable");
        }
    }
}
