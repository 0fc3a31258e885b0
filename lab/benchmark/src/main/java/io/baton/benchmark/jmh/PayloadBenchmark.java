package io.baton.benchmark.jmh;

import io.baton.benchmark.node.Payload;
import io.baton.type.JacksonPayloadCodec;
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

/** A payload of 100 bytes to JSON and back. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PayloadBenchmark {

    private final JacksonPayloadCodec codec = new JacksonPayloadCodec();
    private final Noop noop = new Noop(7, Payload.FILLER);
    private final String json = Payload.json(7);

    record Noop(int index, String filler) {}

    @Benchmark
    public String write() {
        return codec.write(noop, Noop.class);
    }

    @Benchmark
    public Object read() {
        return codec.read(json, Noop.class);
    }
}
