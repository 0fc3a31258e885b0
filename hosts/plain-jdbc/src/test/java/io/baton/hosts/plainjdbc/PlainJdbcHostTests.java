package io.baton.hosts.plainjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ClassUtils;

@SpringBootTest
class PlainJdbcHostTests {

    @Autowired
    Orders orders;

    @Autowired
    PlatformTransactionManager transactionManager;

    @Test
    void an_order_is_delivered_by_its_job() {
        orders.order("book");
        await().atMost(Duration.ofMinutes(1)).until(() -> orders.isDelivered("book"));
    }

    @Test
    void its_transactions_are_those_of_jdbc() {
        assertThat(transactionManager).isExactlyInstanceOf(JdbcTransactionManager.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jakarta.persistence.EntityManagerFactory",
                "org.hibernate.Session",
                "org.springframework.data.jpa.repository.JpaRepository",
                "org.springframework.orm.jpa.JpaTransactionManager",
                "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            })
    void the_starter_brings_none_of(String type) {
        assertThat(ClassUtils.isPresent(type, null)).isFalse();
    }
}
