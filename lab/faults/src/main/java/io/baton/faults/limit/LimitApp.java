package io.baton.faults.limit;

import io.baton.JobHandler;
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
import org.springframework.transaction.PlatformTransactionManager;

/** An application whose jobs are limited. It ends when its input does. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class LimitApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        SpringApplication.run(LimitApp.class, arguments).getBean(Trace.class).note("ready", 0);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static Trace trace(@Value("${notes}") Path path) {
        return new Trace(path);
    }

    @Bean
    @ConditionalOnProperty("knows.permits")
    PermitHandlers permitHandlers(
            JdbcOperations jdbc,
            PlatformTransactionManager transactions,
            @Value("${micros}") String micros,
            @Value("${baton.worker.name}") String node) {
        return new PermitHandlers(new RunLog(jdbc, transactions, micros, node), jdbc);
    }

    @Bean
    @ConditionalOnProperty("knows.rates")
    RateHandler rateHandler(JdbcOperations jdbc, @Value("${micros}") String micros) {
        return new RateHandler(jdbc, micros);
    }

    /** Writes when it starts, by the clock of the database. */
    record RateHandler(JdbcOperations jdbc, String micros) {

        @JobHandler
        void call(LimitWork.Call call) {
            jdbc.update("INSERT INTO started (number, at) VALUES (?, " + micros + ")", call.number());
        }
    }
}
