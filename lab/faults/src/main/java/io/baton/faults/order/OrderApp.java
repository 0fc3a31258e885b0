package io.baton.faults.order;

import io.baton.faults.limit.Clock;
import io.baton.faults.server.Server;
import io.baton.faults.strict.Strict;
import io.baton.faults.worker.Lifeline;
import io.baton.faults.worker.Trace;
import io.baton.testing.StrictDriver;
import io.baton.testing.StrictFaults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
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

    private static final String URL = "--spring.datasource.url=";
    private static final String PERCENT_REFUSED = "5";

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        List<String> all = new ArrayList<>(List.of(arguments));
        if (all.stream().anyMatch(argument -> argument.matches("--baton\\.worker\\.name=.*[02468]"))) {
            // read when the first strict connection is opened
            System.setProperty("baton.test.strict", PERCENT_REFUSED);
            all.replaceAll(argument -> argument.startsWith(URL) ? Strict.labelled(argument) : argument);
            all.add("--spring.datasource.driver-class-name=" + StrictDriver.class.getName());
            all.add("--baton.schema.migrate=false");
        }
        StrictFaults.CHOSEN
                .paused(() -> SpringApplication.run(OrderApp.class, all.toArray(String[]::new)))
                .getBean(Trace.class)
                .note("ready", 0);
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
