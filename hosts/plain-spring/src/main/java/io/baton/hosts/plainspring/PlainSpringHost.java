package io.baton.hosts.plainspring;

import io.baton.Batches;
import io.baton.Jobs;
import io.baton.engine.BatonEngine;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** An application without Spring Boot; its data source is a bean beside it. */
@Configuration
@EnableTransactionManagement
public class PlainSpringHost {

    @Bean
    PlatformTransactionManager transactionManager(DataSource dataSource) {
        return new JdbcTransactionManager(dataSource);
    }

    @Bean
    BatonEngine baton(DataSource dataSource, BeanFactory beans) {
        return BatonEngine.builder(dataSource)
                .beansOf(beans)
                .name("bakery")
                .semaphore("oven", 1)
                .build();
    }

    @Bean
    Jobs jobs(BatonEngine baton) {
        return baton.jobs();
    }

    @Bean
    Batches batches(BatonEngine baton) {
        return baton.batches();
    }

    @Bean
    Bakery bakery(DataSource dataSource, Jobs jobs, Batches batches) {
        return new Bakery(dataSource, jobs, batches);
    }
}
