package io.baton.faults.worker;

import io.baton.job.JobRoles;
import io.baton.job.Stores;
import io.baton.wiring.Extensions;
import io.baton.worker.Engine;
import java.nio.file.Path;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;

/** An application that does nothing but run jobs. It ends when its input does, so that it does not outlive the process that started it. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class WorkerApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        SpringApplication.run(WorkerApp.class, arguments).getBean(Trace.class).note("ready", 0);
    }

    @Bean
    static Trace trace(@Value("${notes}") Path path) {
        return new Trace(path);
    }

    @Bean
    Handlers handlers(JdbcOperations jdbc, Trace trace, @Value("${baton.worker.name}") String worker) {
        return new Handlers(jdbc, trace, worker);
    }

    @Bean
    static BeanPostProcessor counting(@Value("${notes}") Path path) {
        Trace trace = new Trace(path);
        return new BeanPostProcessor() {

            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof Extensions extensions ? new Counting(extensions, trace) : bean;
            }
        };
    }

    /** Counts what both sides of the node settle. */
    private static final class Counting extends WrappedExtensions {

        private final Trace trace;

        Counting(Extensions extensions, Trace trace) {
            super(extensions);
            this.trace = trace;
        }

        @Override
        public JobRoles around(JobRoles jobs) {
            return CountedStore.around(jobs, trace);
        }

        @Override
        public Engine around(Engine engine) {
            return new Engine(
                    new Stores(
                            CountedStore.around(engine.stores().jobs(), trace),
                            engine.workers(),
                            engine.transactions()),
                    engine.transactions(),
                    engine.pulses(),
                    engine.executor(),
                    engine.ticker(),
                    engine.lockIds(),
                    List.of(),
                    () -> false);
        }
    }
}
