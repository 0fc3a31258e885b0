package io.baton.faults.upgrade;

import io.baton.Once;
import io.baton.faults.worker.Lifeline;
import io.baton.faults.worker.Trace;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcOperations;

/** An application with handlers of every kind, which enqueues jobs for them if it is to. It ends when its input does. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class UpgradeApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        ApplicationContext context = SpringApplication.run(UpgradeApp.class, arguments);
        context.getBean(Trace.class).note("ready", 0);
        context.getBeanProvider(Producer.class).ifAvailable(Producer::start);
    }

    @Bean
    static Trace trace(@Value("${notes}") Path path) {
        return new Trace(path);
    }

    @Bean
    static Effects effects(JdbcOperations jdbc, @Value("${release}") String release) {
        return new Effects(jdbc, release);
    }

    @Bean
    static UpgradeHandlers handlers(Effects effects, Once once) {
        return new UpgradeHandlers(effects, once);
    }

    @Bean
    static GroupHandlers groupHandlers(Effects effects) {
        return new GroupHandlers(effects);
    }

    @Bean
    @ConditionalOnProperty("knows.newcomer")
    static UpgradeHandlers.New newHandlers(Effects effects) {
        return new UpgradeHandlers.New(effects);
    }

    @Bean
    @ConditionalOnProperty("items.from")
    static Producer producer(ApplicationContext context, Trace trace, Environment settings) {
        return new Producer(
                context,
                trace,
                settings.getRequiredProperty("items.from", Long.class),
                settings.getProperty("knows.newcomer", Boolean.class, false),
                Path.of(settings.getRequiredProperty("quiet")));
    }
}
