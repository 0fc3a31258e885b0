package io.baton.faults.order;

import io.baton.faults.limit.Clock;
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
import org.springframework.transaction.PlatformTransactionManager;

/** An application whose jobs are in sequences. The database of each second one is a strict one. It ends when its input does. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class OrderApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        Strict.startEachSecond(OrderApp.class, arguments);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static Trace trace(@Value("${notes}") Path path) {
        return new Trace(path);
    }

    @Bean
    @ConditionalOnProperty("kind")
    static OrderHandlers orderHandlers(
            JdbcOperations jdbc,
            PlatformTransactionManager transactions,
            @Value("${kind}") Server.Kind kind,
            @Value("${baton.worker.name}") String node) {
        return new OrderHandlers(new Clock(kind, jdbc), transactions, node);
    }
}
