package io.baton.hosts.plainjdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.Jobs;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;

/** A slice has the queue, so that beans which enqueue can be created, and no worker. */
@JdbcTest
@Import(Orders.class)
class OrdersTests {

    @Autowired
    Orders orders;

    @Autowired
    Jobs jobs;

    @Test
    void an_order_waits_for_its_job() {
        orders.order("lamp");
        assertThat(orders.isDelivered("lamp")).isFalse();
        assertThat(jobs.counts()).singleElement().satisfies(count -> {
            assertThat(count.state()).isEqualTo(JobState.READY);
            assertThat(count.count()).isOne();
        });
    }

    @Test
    void the_queue_is_there_without_a_worker(@Autowired ApplicationContext slice) {
        assertThat(slice.containsBean("batonJobs")).isTrue();
        assertThat(slice.containsBean("batonWorker")).isFalse();
    }
}
