package io.baton.test;

import static io.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.Jobs;
import io.baton.test.shop.Shop;
import io.baton.test.shop.Shop.Fragile;
import io.baton.test.shop.Shop.Greet;
import io.baton.test.shop.Shop.Ship;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.transaction.annotation.Transactional;

/** The messages of failed assertions. */
@SpringBootTest(
        classes = Shop.class,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:assertions",
            "baton.semaphores.scale=1",
            "baton.rate-limits.carrier.permits=2",
            "baton.rate-limits.carrier.per=1h"
        })
@BatonTest
@Transactional
class JobsAssertTests {

    @Autowired
    Jobs jobs;

    @Autowired
    BatonTestKit kit;

    @Test
    void each_word_narrows_down() {
        jobs.enqueue(new Ship("book"));
        jobs.enqueue(
                new Ship("lamp"),
                job -> job.queue("night").priority(9).delay(Duration.ofHours(1)).label("day", "monday"));
        assertThat(jobs).enqueued(Ship.class).times(2);
        assertThat(jobs)
                .enqueued(Ship.class)
                .withPayload(new Ship("book"))
                .onQueue("shipping")
                .withPriority(5)
                .dueAtOnce()
                .once();
        assertThat(jobs)
                .enqueued("ship")
                .onQueue("night")
                .withPriority(9)
                .withLabel("day", "monday")
                .dueAfter(Duration.ofHours(1))
                .dueAt(Instant.now().plus(Duration.ofHours(1)))
                .withPayloadMatching(Ship.class, ship -> ship.article().startsWith("l"))
                .once();
        assertThat(jobs).notEnqueued(Greet.class).notEnqueued("no-such-type");
        assertThat(assertThat(jobs).enqueued(Ship.class).details())
                .extracting(JobDetails::payload)
                .containsExactly("{\"article\":\"book\"}", "{\"article\":\"lamp\"}");
    }

    @Test
    void a_failure_lists_what_is_there() {
        assertThatThrownBy(() -> assertThat(jobs).enqueued(Greet.class))
                .hasMessage(
                        "Expected a job of type greet to be enqueued, but there is none. There are: no jobs at all");
        String id = jobs.enqueue(new Ship("book"), job -> job.delay(Duration.ofMinutes(5))
                        .label("day", "monday"))
                .id()
                .toString();
        assertThatThrownBy(() -> assertThat(jobs).enqueued(Greet.class))
                .hasMessage(
                        "Expected a job of type greet to be enqueued, but there is none. There are:\n  Job " + id
                                + " (ship): SCHEDULED, queue shipping, priority 5, due PT5M after its enqueue, labels {day=monday}");
        assertThatThrownBy(() -> assertThat(jobs).enqueued(Ship.class).withPayload(new Ship("lamp")))
                .hasMessageStartingWith(
                        "Expected enqueued jobs of type ship with payload {\"article\":\"lamp\"}, but there are:")
                .hasMessageEndingWith("payload {\"article\":\"book\"}");
        assertThatThrownBy(() -> assertThat(jobs).nothingEnqueued())
                .hasMessageStartingWith("Expected no job to be enqueued, but there are:\n  Job " + id);
        assertThatThrownBy(() -> assertThat(jobs).notEnqueued(Ship.class))
                .hasMessageStartingWith("Expected no job of type ship to be enqueued, but there are:\n  Job " + id);
        assertThatThrownBy(() -> assertThat(jobs).enqueued(Ship.class).times(3))
                .hasMessageStartingWith("Expected 3 enqueued jobs of type ship, but there are 1:");
        assertThatThrownBy(() -> assertThat(jobs).enqueued(Ship.class).onQueue("night"))
                .hasMessageStartingWith("Expected enqueued jobs of type ship with queue night, but there are:");
        assertThatThrownBy(() -> assertThat(jobs)
                        .as("after the upload")
                        .enqueued(Ship.class)
                        .onQueue("shipping")
                        .times(3))
                .hasMessageStartingWith("[after the upload] Expected 3 enqueued jobs of type ship with queue shipping");
        assertThatThrownBy(() -> assertThat(jobs).as("after the upload").completed(Ship.class))
                .hasMessageStartingWith("[after the upload] Expected a job of type ship to be completed");
    }

    @Test
    void payloads_of_jobs_that_completed_are_not_known() {
        jobs.enqueue(new Ship("book"));
        kit.runDue();
        assertThatThrownBy(() -> assertThat(jobs).completed(Ship.class).withPayload(new Ship("book")))
                .hasMessageStartingWith(
                        "The payloads of completed jobs of type ship are not known: jobs that completed keep none.");
        assertThatThrownBy(() -> assertThat(jobs).completed(Ship.class).withPayloadMatching(Ship.class, ship -> true))
                .hasMessageContaining("jobs that completed keep none");
    }

    @Test
    @SuppressWarnings("NullAway") // as callers do
    void a_payload_is_not_null() {
        jobs.enqueue(new Ship("book"));
        assertThatThrownBy(() -> assertThat(jobs).enqueued(Ship.class).withPayload(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("A payload is not null");
    }

    @Test
    void a_mock_is_refused() {
        assertThatThrownBy(() -> assertThat(mock(Jobs.class)).enqueued(Ship.class))
                .hasMessageContaining("needs Baton's own bean, not a");
    }

    @Test
    void jobs_without_a_worker_do_not_drain() {
        jobs.enqueue(new Ship("book"));
        assertThatThrownBy(() -> assertThat(jobs).drainedWithin(Duration.ofDays(1)))
                .hasMessageContaining("end within PT24H, but some have not. (In a transaction this does not wait")
                .hasMessageContaining("BatonTestKit.runDue()");
        assertThat(jobs).drainedWithin(JobFilter.all().type("greet"), Duration.ofMillis(50));
    }

    @Test
    void the_bean_may_be_wrapped() {
        Object proxy = new org.springframework.aop.framework.ProxyFactory(jobs).getProxy();
        jobs.enqueue(new Fragile("vase"));
        assertThat((Jobs) proxy).enqueued(Fragile.class).once();
    }
}
