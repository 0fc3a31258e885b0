package io.baton.faults.scenario;

import io.baton.Once;
import io.baton.faults.worker.Lifeline;
import io.baton.faults.worker.Trace;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;

/** An application that knows the job types its arguments name. It ends when its input does. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class ScenarioApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        SpringApplication.run(ScenarioApp.class, arguments).getBean(Trace.class).note("ready", 0);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static Trace trace(@Value("${notes}") Path path) {
        return new Trace(path);
    }

    @Bean
    @ConditionalOnProperty("knows.work")
    ScenarioHandlers scenarioHandlers(Trace trace, JdbcOperations jdbc, @Value("${harmless:false}") boolean harmless) {
        return new ScenarioHandlers(trace, jdbc, harmless);
    }

    @Bean
    @ConditionalOnProperty("knows.items")
    ItemHandlers itemHandlers(Trace trace) {
        return new ItemHandlers(trace);
    }

    @Bean
    @ConditionalOnProperty("knows.keys")
    static CommitCuts commitCuts(@Value("${cuts.database}") int port, Trace trace) {
        return new CommitCuts(port, trace);
    }

    @Bean
    @ConditionalOnProperty("knows.keys")
    KeyHandlers keyHandlers(Once once, CommitCuts cuts, Trace trace, @Value("${harmless:false}") boolean harmless) {
        return new KeyHandlers(once, cuts, trace, harmless);
    }

    @Bean
    @ConditionalOnProperty("knows.merchants")
    MerchantHandlers merchantHandlers(@Value("${receiver}") int port) {
        return new MerchantHandlers(port);
    }

    @Bean
    @ConditionalOnProperty("notes.sweeps")
    static SweeperWatch sweeperWatch(Trace trace) {
        return new SweeperWatch(trace);
    }

    @Bean
    @ConditionalOnProperty("knows.other")
    ScenarioHandlers.Other otherHandlers() {
        return new ScenarioHandlers.Other();
    }
}
