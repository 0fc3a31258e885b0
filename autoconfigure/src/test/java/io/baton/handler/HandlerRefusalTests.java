package io.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.JobType;
import io.baton.PayloadCodec;
import io.baton.Retry;
import io.baton.testing.CompiledSources;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

class HandlerRefusalTests {

    record Box<T>(T content) {}

    @Nested
    class Reach {

        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        static class Private {
            @JobHandler
            private void process(ProcessFile file) {}
        }

        static class Final {
            @JobHandler
            final void process(ProcessFile file) {}
        }

        static class Static {
            @JobHandler
            static void process(ProcessFile file) {}
        }

        static class Elsewhere extends io.baton.handler.elsewhere.PackagePrivateHandler {}

        @Test
        void private_method() {
            refused(
                    Private.class,
                    "The job handler Private.process(ProcessFile) of bean \"private\" (" + Private.class.getName()
                            + ") cannot be used: it is private, so a proxy of its bean cannot pass the call on.",
                    "Make the method package-private or wider.");
        }

        @Test
        void final_method() {
            refused(
                    Final.class,
                    "it is final, so a proxy of its bean cannot pass the call on.",
                    "Make the method not final (in Kotlin: open).");
        }

        @Test
        void static_method() {
            refused(Static.class, "it is static, so it does not belong to the bean.", "Make the method not static.");
        }

        @Test
        void package_private_method_of_another_package() {
            refused(
                    Elsewhere.class,
                    "it is package-private in another package than its bean's class,"
                            + " so a proxy of its bean cannot pass the call on.",
                    "Make the method protected or public.");
        }
    }

    @Nested
    class Parameters {

        static class TwoPayloads {
            @JobHandler
            void process(ProcessFile one, ProcessFile two) {}
        }

        static class TwoContexts {
            @JobHandler
            void process(JobContext one, ProcessFile file, JobContext two) {}
        }

        static class OfJdk {
            @JobHandler
            void process(String text) {}
        }

        static class Primitive {
            @JobHandler
            void process(JobContext job, long number) {}
        }

        static class Array {
            @JobHandler
            void process(ProcessFile[] files) {}
        }

        static class OtherCollection {
            @JobHandler
            void process(Collection<ProcessFile> files) {}
        }

        static class Generic {
            @JobHandler
            void process(Box<String> box) {}
        }

        static class GenericInList {
            @JobHandler
            void process(List<Job<Box<String>>> boxes) {}
        }

        @SuppressWarnings("rawtypes")
        static class RawList {
            @JobHandler("raw")
            void process(List files) {}
        }

        static class Unbounded {
            @JobHandler("unbounded")
            void process(List<?> files) {}
        }

        @SuppressWarnings("rawtypes")
        static class RawJob {
            @JobHandler("raw")
            void process(List<Job> files) {}
        }

        static class SingleJob {
            @JobHandler
            void process(Job<ProcessFile> file) {}
        }

        static class ListOfContexts {
            @JobHandler("contexts")
            void process(List<JobContext> files) {}
        }

        static class ListAndContext {
            @JobHandler
            void process(List<ProcessFile> files, JobContext job) {}
        }

        static class Unresolved<P> {
            @JobHandler("unresolved")
            void process(P payload) {}
        }

        @Test
        void two_payloads() {
            refused(
                    TwoPayloads.class,
                    "TwoPayloads.process(ProcessFile, ProcessFile)",
                    "it takes more than one payload.",
                    "Let the method take one record or class of your own, such as record ProcessFile(long fileId) {};"
                            + " a text or a number only where @JobHandler(\"..\") names the type.");
        }

        @Test
        void two_contexts() {
            refused(TwoContexts.class, "it takes more than one JobContext.", "Take one JobContext.");
        }

        @Test
        void payload_of_the_jdk() {
            refused(
                    OfJdk.class,
                    "its payload String is a class of the JDK, which gives the job no name.",
                    "Let the method take one record or class of your own, such as record ProcessFile(long fileId) {};"
                            + " a text or a number only where @JobHandler(\"..\") names the type.");
        }

        @Test
        void primitive_payload() {
            refused(
                    Primitive.class,
                    "its payload long is a primitive, which gives the job no name.",
                    "Let the method take one record or class of your own, such as record ProcessFile(long fileId) {};"
                            + " a text or a number only where @JobHandler(\"..\") names the type.");
        }

        @Test
        void many_payloads_that_are_no_list() {
            String action =
                    "Take one payload, or for many jobs in one call a List<ProcessFile> or List<Job<ProcessFile>>.";
            refused(Array.class, "its payload ProcessFile[] holds many payloads.", action);
            refused(OtherCollection.class, "its payload Collection holds many payloads.", action);
        }

        @Test
        void generic_payload() {
            String problem = "its payload Box is generic, and its type arguments are not stored with the job.";
            String action = "Take a class without type parameters, such as one that extends Box<..>.";
            refused(Generic.class, problem, action);
            refused(GenericInList.class, problem, action);
        }

        @Test
        void list_of_who_knows_what() {
            String problem = "its List does not say what it is a list of.";
            String action = "Name the payload: List<ProcessFile> or List<Job<ProcessFile>>.";
            refused(RawList.class, "RawList.process(List)", problem, action);
            refused(Unbounded.class, problem, action);
            refused(RawJob.class, problem, action);
        }

        @Test
        void single_job() {
            refused(
                    SingleJob.class,
                    "it takes a Job, which is for lists only.",
                    "Take the payload and a JobContext as two parameters, or a List<Job<..>>.");
        }

        @Test
        void list_of_contexts() {
            refused(
                    ListOfContexts.class,
                    "its payload JobContext is a class of Baton.",
                    "Take one payload, or for many jobs in one call a List<ProcessFile> or List<Job<ProcessFile>>.");
        }

        @Test
        void list_and_one_context_for_all() {
            refused(
                    ListAndContext.class,
                    "ListAndContext.process(List<ProcessFile>, JobContext)",
                    "it takes a List and a JobContext, but each job has its own.",
                    "Take a List<Job<..>>, whose elements hold payload and context, instead of both.");
        }

        @Test
        void type_variable_that_the_bean_leaves_open() {
            refused(
                    Unresolved.class,
                    "the class of its payload cannot be told from the class of its bean.",
                    "Name the payload's class in the method, or in the class that extends the generic one.");
        }
    }

    @Nested
    class Payloads {

        interface Shape {}

        @SuppressWarnings("ClassCanBeStatic")
        class Inner {
            public long id;
        }

        static class TakesInterface {
            @JobHandler
            void process(Shape shape) {}
        }

        static class TakesInner {
            @JobHandler
            void process(Inner inner) {}
        }

        @Test
        void payload_that_jackson_cannot_create() {
            UnreadableHandlerException refusal = refused(
                    TakesInterface.class,
                    "TakesInterface.process(Shape)",
                    "its payload " + Shape.class.getName() + " cannot be stored as JSON: ",
                    "Make the payload a record, or a class that Jackson can read, create and fill.");
            assertThat(refusal).hasCauseInstanceOf(io.baton.InvalidPayloadException.class);
        }

        @Test
        void payload_that_cannot_be_stored() {
            refused(
                    TakesInner.class,
                    "TakesInner.process(Inner)",
                    "Make the payload a record, or a class that Jackson can read, create and fill.");
        }

        interface Handling<T> {
            @JobHandler
            void handle(T payload);
        }

        @Test
        void payload_of_a_lambda() {
            Handling<Shape> lambda = payload -> {};
            UnreadableHandlerException refusal = catchThrowableOfType(UnreadableHandlerException.class, () -> Scan.of(
                            new NoJson(), context -> context.getBeanFactory().registerSingleton("lambda", lambda))
                    .close());

            assertThat(refusal).hasMessageContaining("its bean is a lambda");
            assertThat(refusal.action()).contains("Write a class");
        }

        @Test
        void payload_that_cannot_be_stored_whatever_the_codec() {
            UnreadableHandlerException refusal = catchThrowableOfType(UnreadableHandlerException.class, () -> Scan.of(
                            new NoJson(), context -> context.register(TakesInner.class))
                    .close());

            assertThat(refusal).hasMessageContainingAll("TakesInner.process(Inner)", "cannot be a payload");
            assertThat(refusal.action())
                    .isEqualTo("Give the handler a payload and a name that a job can be stored under.");
        }

        static class NoJson implements PayloadCodec {

            @Override
            public String write(Object value, Class<?> declared) {
                return value.toString();
            }

            @Override
            public <T> T read(String text, Class<T> declared) {
                throw new UnsupportedOperationException();
            }
        }
    }

    @Nested
    class Returns {

        static class CompletableFutures {
            @JobHandler
            CompletableFuture<String> process(ProcessFile file) {
                return CompletableFuture.completedFuture("done");
            }
        }

        static class Futures {
            @JobHandler
            Future<String> process(ProcessFile file) {
                return CompletableFuture.completedFuture("done");
            }
        }

        static class Publishers {
            @JobHandler
            Flow.Publisher<String> process(ProcessFile file) {
                return subscriber -> {};
            }
        }

        static class ListToNumber {
            @JobHandler
            int process(List<ProcessFile> files) {
                return files.size();
            }
        }

        static class OneToOutcomes {
            @JobHandler
            JobOutcomes process(ProcessFile file) {
                return JobOutcomes.allCompleted();
            }
        }

        static class AsyncMethod {
            @Async
            @JobHandler
            void process(ProcessFile file) {}
        }

        @Async
        static class AsyncClass {
            @JobHandler
            void process(ProcessFile file) {}
        }

        @Test
        void what_is_not_done_on_return() {
            String action = "Wait for the outcome inside the method and return the value, or void.";
            refused(
                    CompletableFutures.class,
                    "it returns a CompletableFuture, so its work is not done when it returns.",
                    action);
            refused(Futures.class, "it returns a Future, so its work is not done when it returns.", action);
            refused(Publishers.class, "it returns a Publisher, so its work is not done when it returns.", action);
        }

        @Test
        void one_value_for_many_jobs() {
            refused(
                    ListToNumber.class,
                    "it takes a List but returns int, which belongs to no one of its jobs.",
                    "Return void, or JobOutcomes to fail some of the jobs.");
        }

        @Test
        void many_outcomes_for_one_job() {
            refused(
                    OneToOutcomes.class,
                    "it returns JobOutcomes but takes a single job.",
                    "Throw to fail the job, or take a List.");
        }

        @Test
        void asynchronous_method() {
            String problem = "it is @Async, so the job would count as completed before the method has run.";
            String action = "Remove @Async: a job runs on a thread of its own already.";
            refused(AsyncMethod.class, problem, action);
            refused(AsyncClass.class, problem, action);
        }

        @Test
        void types_of_libraries_that_need_not_be_there() throws Exception {
            try (CompiledSources sources = CompiledSources.of(Map.of(
                    "org.reactivestreams.Publisher", "public interface Publisher<T> {}",
                    "app.Mono", "public class Mono<T> implements org.reactivestreams.Publisher<T> {}",
                    "app.Reactive",
                            "public class Reactive { @io.baton.JobHandler public Mono<String> run() { return null; } }",
                    "kotlin.coroutines.Continuation", "public interface Continuation<T> {}",
                    "app.Suspending",
                            "public class Suspending { @io.baton.JobHandler public Object run("
                                    + "kotlin.coroutines.Continuation<String> c) { return null; } }"))) {
                refused(
                        sources.load("app.Reactive"),
                        "it returns a Mono, so its work is not done when it returns.",
                        "Wait for the outcome inside the method and return the value, or void.");
                refused(
                        sources.load("app.Suspending"),
                        "it is a suspend function, so it may return before its work is done.",
                        "Make it a plain function that uses runBlocking inside.");
            }
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

        @Test
        void other_transactions_are_not_refused() {
            Scan.of(OverriddenOnMethod.class).close();
            Scan.of(NotOurs.class).close();
        }
    }

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
                    "Use a positive timeout, or leave it away for no limit.");
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

        @Test
        void two_names_for_one_type() {
            refused(
                    TwoNames.class,
                    "@JobHandler calls its type \"process\", @JobType on the payload calls it \"file.process\".",
                    "Leave the name to @JobType, which nodes without this handler read too: remove it from @JobHandler.");
        }
    }

    @Nested
    class Duplicates {

        static class One {
            @JobHandler
            void process(ProcessFile file) {}
        }

        static class Other {
            @JobHandler("process-file")
            void handle(JobContext job) {}
        }

        @Test
        void two_handlers_of_one_type() {
            DuplicateHandlerException refusal =
                    catchThrowableOfType(DuplicateHandlerException.class, () -> Scan.of(context -> {
                                context.registerBean("one", One.class);
                                context.registerBean("other", Other.class);
                            })
                            .close());

            assertThat(refusal)
                    .hasMessage(
                            "The job type \"process-file\" has two handlers: One.process(ProcessFile) of bean \"one\" ("
                                    + One.class.getName() + ") and Other.handle(JobContext) of bean \"other\" ("
                                    + Other.class.getName() + ")");
            assertThat(refusal.action())
                    .isEqualTo(
                            "Remove one of them, or give them different names with @JobHandler(\"..\"). If both are the same"
                                    + " method, its class is a bean twice.");
        }

        @Test
        void one_class_that_is_a_bean_twice() {
            DuplicateHandlerException refusal =
                    catchThrowableOfType(DuplicateHandlerException.class, () -> Scan.of(context -> {
                                context.registerBean("first", One.class);
                                context.registerBean("second", One.class);
                            })
                            .close());

            assertThat(refusal).hasMessageContainingAll("of bean \"first\"", "of bean \"second\"");
        }
    }

    /** The last text is the whole action, the others are parts of the message. */
    private static UnreadableHandlerException refused(Class<?> bean, String... texts) {
        UnreadableHandlerException refusal =
                catchThrowableOfType(UnreadableHandlerException.class, () -> Scan.of(context -> {
                            context.registerBean(decapitalized(bean), bean);
                        })
                        .close());

        assertThat(refusal).as("refusal of " + bean.getSimpleName()).isNotNull();
        assertThat(refusal.getMessage()).contains(List.of(texts).subList(0, texts.length - 1));
        assertThat(refusal.action()).isEqualTo(texts[texts.length - 1]);
        return refusal;
    }

    private static String decapitalized(Class<?> bean) {
        return Character.toLowerCase(bean.getSimpleName().charAt(0))
                + bean.getSimpleName().substring(1);
    }
}
