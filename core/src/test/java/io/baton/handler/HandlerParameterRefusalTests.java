package io.baton.handler;

import static io.baton.handler.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Partition;
import io.baton.PayloadCodec;
import io.baton.start.StartRefusedException;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HandlerParameterRefusalTests {

    private static final String CLASS = "Make the payload a record, or a class that Jackson can read, create and fill.";

    record Box<T>(T content) {}

    @Nested
    class Parameters {

        static class TwoPayloads {
            @JobHandler
            void process(ProcessFile one, ProcessFile two) {}
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

        static class ListAndPartition {
            @JobHandler
            void process(List<ProcessFile> files, Partition share) {}
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
        void list_and_partition() {
            refused(
                    ListAndPartition.class,
                    "it takes a List and a Partition, but each job has its own.",
                    "Take a List<Job<..>>, whose elements hold payload and context, or one payload and the Partition.");
        }

        @Test
        void payload_of_the_jdk() {
            refused(
                    OfJdk.class,
                    "its payload String gives the job no name.",
                    "Let the method take one record or class of your own, such as record ProcessFile(long fileId) {};"
                            + " a text or a number only where @JobHandler(\"..\") names the type.");
        }

        @Test
        void primitive_payload() {
            refused(
                    Primitive.class,
                    "its payload long gives the job no name.",
                    "Let the method take one record or class of your own, such as record ProcessFile(long fileId) {};"
                            + " a text or a number only where @JobHandler(\"..\") names the type.");
        }

        @Test
        void many_payloads_that_are_no_list() {
            refused(Array.class, "it holds several values", CLASS);
            refused(OtherCollection.class, "it holds several values", CLASS);
        }

        @Test
        void generic_payload() {
            refused(Generic.class, "it has type parameters, which are not stored", CLASS);
            refused(GenericInList.class, "it has type parameters, which are not stored", CLASS);
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
            refused(ListOfContexts.class, "its payload io.baton.JobContext cannot be stored as JSON", CLASS);
        }

        @Test
        void list_and_one_context_for_all() {
            refused(
                    ListAndContext.class,
                    "ListAndContext.process(List<ProcessFile>, JobContext)",
                    "it takes a List and a JobContext, but each job has its own.",
                    "Take a List<Job<..>>, whose elements hold payload and context, or one payload and the JobContext.");
        }

        @Test
        void type_variable_that_the_bean_leaves_open() {
            refused(
                    Unresolved.class,
                    "the class of its payload cannot be determined from the class of its bean.",
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
            StartRefusedException refusal = refused(
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
            StartRefusedException refusal = catchThrowableOfType(StartRefusedException.class, () -> Scan.of(
                            new NoJson(), context -> context.getBeanFactory().registerSingleton("lambda", lambda))
                    .close());

            assertThat(refusal).hasMessageContaining("its bean is a lambda");
            assertThat(refusal.action()).contains("Write a class");
        }

        @Test
        void payload_that_cannot_be_stored_whatever_the_codec() {
            StartRefusedException refusal = catchThrowableOfType(StartRefusedException.class, () -> Scan.of(
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
}
