package io.baton.benchmark.jmh;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.handler.Handler;
import io.baton.handler.HandlerTypes;
import io.baton.handler.RetryRule;
import io.baton.type.JacksonPayloadCodec;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** The call of a handler that does nothing. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HandlerBenchmark {

    private final Handler handler = handler();
    private final List<Job<?>> jobs = List.of(new Job<>(new Noop(7, Payload.FILLER), context()));

    @JobType(name = "noop", queue = "work")
    record Noop(int index, String filler) {}

    static class NoopJobs {

        int last;

        @JobHandler
        void run(Noop noop) {
            last = noop.index();
        }
    }

    private static Handler handler() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("noopJobs", new NoopJobs());
        RetryRule rule = new RetryRule(Duration.ofSeconds(1), 2, Duration.ofHours(1), 0, List.of());
        return new HandlerTypes(beans, new JacksonPayloadCodec(), rule)
                .handlers()
                .find("noop")
                .orElseThrow();
    }

    private static JobContext context() {
        return (JobContext) Proxy.newProxyInstance(
                JobContext.class.getClassLoader(),
                new Class<?>[] {JobContext.class},
                (proxy, method, arguments) -> null);
    }

    @Benchmark
    public Object invoke() throws Throwable {
        return handler.invoke(jobs);
    }
}
