package io.baton.handler;

import static io.baton.handler.Refusals.refused;
import static io.baton.handler.StubContext.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.testing.CompiledSources;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.annotation.Async;

class HandlerReturnRefusalTests {

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

    static class Hidden {
        @JobHandler("value")
        Object value() {
            return "done";
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
    void a_value_of_a_declared_object() throws Throwable {
        try (Scan scan = Scan.of(Hidden.class)) {
            Object nothing = scan.handler("value").readPayload(null);
            assertThat(scan.run("value", job(1, nothing)).result()).isEqualTo("\"done\"");
        }
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
