package io.baton.faults.hostile;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Retry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** An application that takes anything and remembers what it got. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class HostileApp {

    /** What it takes. */
    @JobType(name = "anything")
    record Anything(
            long item,
            @Nullable String text,
            @Nullable List<@Nullable String> texts,
            @Nullable Map<String, String> map,
            double number) {}

    /** Fails with what it was given as its message. */
    @JobType(name = "leaking")
    record Leaking(String secret) {}

    @Bean
    Handlers handlers() {
        return new Handlers();
    }

    static final class Handlers {

        final Map<Long, Anything> got = new ConcurrentHashMap<>();

        @JobHandler
        @Retry(delay = "10ms", maxDelay = "20ms", jitter = 0)
        void anything(Anything anything) {
            got.put(anything.item(), anything);
        }

        @JobHandler(maxAttempts = 1)
        @SuppressWarnings("DoNotCallSuggester") // the worker calls it
        void leaking(Leaking leaking) {
            throw new IllegalStateException("failed with " + leaking.secret());
        }
    }
}
