package io.baton.test;

import static io.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobFilter;
import io.baton.Jobs;
import io.baton.test.shop.Shop;
import io.baton.test.shop.Shop.Fragile;
import io.baton.test.shop.Shop.Ship;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** An application with a running worker, for which its tests wait. */
@SpringBootTest(
        classes = Shop.class,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:drained",
            "baton.retry.max-attempts=1",
            "baton.worker.poll-interval=50ms",
            "baton.semaphores.scale=1",
            "baton.rate-limits.carrier.permits=2",
            "baton.rate-limits.carrier.per=1h"
        })
class RunningWorkerTests {

    @Autowired
    Jobs jobs;

    @Autowired
    Shop shop;

    @Test
    void jobs_that_end_well_are_drained() {
        jobs.enqueue(new Ship("book"));
        assertThat(jobs).drainedWithin(JobFilter.all().type("ship"), Duration.ofSeconds(30));
        assertThat(jobs).completed(Ship.class).once();
    }

    @Test
    void the_failure_names_the_dead() {
        shop.broken = true;
        jobs.enqueue(new Fragile("vase"), job -> job.maxAttempts(1));
        assertThatThrownBy(() -> assertThat(jobs).drainedWithin(Duration.ofSeconds(30)))
                .hasMessageContaining("some are dead:")
                .hasMessageContaining("(fragile): DEAD")
                .hasMessageContaining("broke in attempt 1");
    }
}
