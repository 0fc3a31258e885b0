package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.Flows;
import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.RateLimits;
import io.baton.RecurringJobs;
import io.baton.Semaphores;
import io.baton.Sequences;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.operator.Operations;
import io.baton.worker.life.Worker;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

/** What an application injects, its tests replace; the rest of Baton goes on with what it has. */
class MockedBeansTests {

    @PlainJdbcApplication
    static class Application {

        @JobHandler
        void price(PriceItem item) {}
    }

    @Nested
    @SpringBootTest(
            classes = Application.class,
            webEnvironment = SpringBootTest.WebEnvironment.NONE,
            properties = {"spring.datasource.generate-unique-name=true", "baton.batches.web.enabled=true"})
    class Mocks {

        @MockitoBean
        Jobs jobs;

        @MockitoBean
        Batches batches;

        @MockitoBean
        Flows flows;

        @MockitoBean
        Semaphores semaphores;

        @MockitoBean
        RateLimits rateLimits;

        @MockitoBean
        Sequences sequences;

        @MockitoBean
        Once once;

        @MockitoBean
        RecurringJobs recurring;

        @Autowired
        Worker worker;

        @Test
        void stand_in_place_of_every_bean_that_applications_inject() {
            assertThat(new Object[] {jobs, batches, flows, semaphores, rateLimits, sequences, once, recurring})
                    .allMatch(bean -> bean.getClass().getName().contains("Mock"));
            assertThat(worker.isRunning()).isTrue();
        }
    }

    @Nested
    @SpringBootTest(
            classes = Application.class,
            webEnvironment = SpringBootTest.WebEnvironment.NONE,
            properties = "spring.datasource.generate-unique-name=true")
    class MockedBatches {

        @MockitoBean
        Batches batches;

        @Autowired
        Jobs jobs;

        @Test
        void leave_partitions_to_the_real_ones() {
            assertThat(batches.getClass().getName()).contains("Mock");
            assertThat(jobs.enqueuePartitioned(new PriceItem("shared"), 3).id().value())
                    .isPositive();
        }
    }

    @Nested
    @SpringBootTest(
            classes = {Application.class, TracedBatches.class},
            webEnvironment = SpringBootTest.WebEnvironment.NONE,
            properties = {
                "spring.datasource.generate-unique-name=true",
                "management.endpoints.web.exposure.include=baton"
            })
    class WrappedBatches {

        @Autowired
        @Qualifier("traced")
        Batches traced;

        @Autowired
        Jobs jobs;

        @Autowired
        ObjectProvider<Operations> operations;

        @Test
        void stand_beside_those_that_they_wrap() {
            Batch opened = traced.open();
            assertThat(jobs.enqueuePartitioned(new PriceItem("shared"), 3).id()).isNotEqualTo(opened.id());
            assertThat(operations.getIfAvailable()).isNotNull();
        }
    }

    @Configuration
    static class TracedBatches {

        @Bean
        Batches traced(@Qualifier("batonBatches") Batches inner) {
            return (Batches) Proxy.newProxyInstance(
                    Batches.class.getClassLoader(),
                    new Class<?>[] {Batches.class},
                    (proxy, method, arguments) -> method.invoke(inner, arguments));
        }
    }

    @Nested
    @SpringBootTest(
            classes = Application.class,
            webEnvironment = SpringBootTest.WebEnvironment.NONE,
            properties = "spring.datasource.generate-unique-name=true")
    class Spies {

        @MockitoSpyBean
        Jobs jobs;

        @Test
        void let_the_application_go_on() {
            assertThat(jobs.enqueue(new PriceItem("spied")).id().value()).isPositive();
        }
    }
}
