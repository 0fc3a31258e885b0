package io.baton.engine;

import io.baton.Jobs;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Enqueues very many jobs at once, in a process that has little memory. */
final class BulkMain {

    /** All together they are larger than the process may become. */
    record Sack(int number, String ballast) {}

    private BulkMain() {}

    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext context = SpringApplication.run(WorkerMain.class, arguments)) {
            int count = context.getEnvironment().getRequiredProperty("grain.count", int.class);
            long stored = context.getBean(Jobs.class)
                    .enqueueAll(IntStream.range(0, count).mapToObj(number -> new Sack(number, "x".repeat(150))));
            System.out.println(WorkerMain.READY + " " + stored);
        }
    }
}
