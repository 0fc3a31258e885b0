package io.baton.engine;

import java.io.IOException;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** A node in a process of its own, which says when it is ready and ends with its input. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class WorkerMain {

    static final String READY = "ready";

    @Bean
    Grains grains(DataSource dataSource, Environment environment) {
        return new Grains(dataSource, environment);
    }

    public static void main(String[] arguments) throws IOException {
        try (ConfigurableApplicationContext context = SpringApplication.run(WorkerMain.class, arguments)) {
            System.out.println(READY);
            while (System.in.read() >= 0 && context.isActive()) {
                // until whoever started this has enough of it, or is dead
            }
        }
    }
}
