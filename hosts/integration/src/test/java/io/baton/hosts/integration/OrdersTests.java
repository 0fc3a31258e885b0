package io.baton.hosts.integration;

import static io.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Jobs;
import io.baton.test.BatonTest;
import io.baton.test.BatonTestKit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.transaction.annotation.Transactional;

/** A test of an application with durable channels, as its developers would write it. */
@SpringBootTest
@BatonTest
class OrdersTests {

    @Test
    @Transactional
    void an_order_is_mailed_and_in_the_ledger(
            @Autowired Orders orders, @Autowired Effects effects, @Autowired Jobs jobs, @Autowired BatonTestKit kit) {
        orders.place(new OrderPlaced(1, "ada", 50));
        assertThat(jobs).enqueued("integration-message").once();
        kit.runDue().orThrow();
        assertThat(effects.orders("mail", "ada")).containsExactly(1L);
        assertThat(effects.orders("ledger", "ada")).containsExactly(1L);
        assertThat(jobs).nothingEnqueued();
    }
}
