package io.baton.benchmark.node;

import io.baton.Jobs;
import io.baton.benchmark.baton.BatonApplication;
import io.baton.benchmark.baton.Measurement;
import io.baton.benchmark.baton.PayloadFactory;
import io.baton.worker.life.Worker;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Baton in a Spring Boot application; settings other than {@code job} are its properties. */
final class Baton implements Contestant {

    /** With the meters, the endpoints and the dashboard that an application may have. */
    private static final List<String> WATCHED = List.of(
            "--server.port=0",
            "--server.address=127.0.0.1",
            "--management.endpoints.web.exposure.include=*",
            "--baton.dashboard.enabled=true",
            "--baton.dashboard.show-values=true");

    private static final List<String> UNWATCHED = List.of(
            "--spring.main.web-application-type=none",
            "--spring.autoconfigure.exclude=io.baton.autoconfigure.BatonMetricsAutoConfiguration,"
                    + "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration");

    private final ConfigurableApplicationContext context;
    private final Jobs jobs;
    private final PayloadFactory payloads;
    private final ObjectProvider<Worker> worker;

    Baton(Settings settings) {
        context = SpringApplication.run(BatonApplication.class, arguments(settings));
        jobs = context.getBean(Jobs.class);
        payloads = context.getBean(PayloadFactory.class);
        worker = context.getBeanProvider(Worker.class);
        off();
    }

    private static String[] arguments(Settings settings) {
        Stream<String> database = Stream.of(
                "--spring.datasource.url=" + settings.url(), "--spring.profiles.active=" + settings.get("job", "noop"));
        Stream<String> others = settings.values().entrySet().stream()
                .filter(setting -> setting.getKey().contains("."))
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue());
        return Stream.of(database, settings.has("watched") ? WATCHED.stream() : UNWATCHED.stream(), others)
                .flatMap(Function.identity())
                .toArray(String[]::new);
    }

    @Override
    public void enqueue(int index) {
        jobs.enqueue(payloads.payload(index));
    }

    @Override
    public void enqueueAll(int from, int to) {
        payloads.store(jobs, IntStream.range(from, to).mapToObj(payloads::payload));
    }

    @Override
    public String measure(String what, int number) throws Exception {
        return context.getBean(what, Measurement.class).measure(number);
    }

    @Override
    public void on() {
        worker.ifAvailable(Worker::start);
    }

    @Override
    public void off() {
        worker.ifAvailable(Worker::stop);
    }
}
