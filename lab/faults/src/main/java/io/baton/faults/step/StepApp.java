package io.baton.faults.step;

import io.baton.Jobs;
import io.baton.Signals;
import io.baton.faults.server.Server;
import io.baton.faults.strict.Strict;
import io.baton.faults.worker.Lifeline;
import io.baton.faults.worker.Trace;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;

/** An application whose jobs have steps. The database of each second one is a strict one. It ends when its input does. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class StepApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        Strict.startEachSecond(StepApp.class, arguments);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static Trace trace(@Value("${notes}") Path path) {
        return new Trace(path);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static StepHandlers stepHandlers(
            JdbcOperations jdbc,
            Jobs jobs,
            Signals signals,
            @Value("${kind}") Server.Kind kind,
            @Value("${baton.worker.name}") String node) {
        return new StepHandlers(jdbc, jobs, signals, kind, node);
    }
}
