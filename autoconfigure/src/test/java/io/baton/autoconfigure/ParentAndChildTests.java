package io.baton.autoconfigure;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.BatonDataSource;
import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Pricing;
import io.baton.handler.HandlerTypes;
import io.baton.testing.TestDatabase;
import io.baton.worker.life.Worker;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

class ParentAndChildTests {

    record Weigh(String item) {}

    @PlainJdbcApplication
    static class Everything {}

    @Configuration
    @Import({Everything.class, Pricing.class})
    static class Parent {}

    @Configuration
    static class Scales {

        final Set<String> weighed = ConcurrentHashMap.newKeySet();

        @JobHandler
        void weigh(Weigh item) {
            weighed.add(item.item());
        }
    }

    @Configuration
    @Import({Everything.class, Scales.class})
    static class Child {}

    @Configuration
    @Import(Child.class)
    static class ChildWithItsOwnDatabase {

        @Bean
        @BatonDataSource
        HikariDataSource own() {
            return TestDatabase.H2.freshDatabase();
        }
    }

    @Configuration
    @Import(Everything.class)
    static class ParentThatMarksItsOwn {

        @Bean
        @BatonDataSource
        HikariDataSource jobs() {
            return TestDatabase.H2.freshDatabase();
        }
    }

    @Configuration
    @Import(Everything.class)
    static class Reports {

        @Bean
        HikariDataSource reports() {
            return TestDatabase.H2.freshDatabase();
        }
    }

    private static SpringApplicationBuilder builder(Class<?> parent) {
        return new SpringApplicationBuilder(parent)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "spring.datasource.generate-unique-name=true");
    }

    private static int workers(ConfigurableApplicationContext context) {
        Integer count =
                context.getBean(JdbcTemplate.class).queryForObject("SELECT COUNT(*) FROM baton_worker", Integer.class);
        return count == null ? 0 : count;
    }

    private static ConfigurableApplicationContext parentOf(ConfigurableApplicationContext child) {
        return (ConfigurableApplicationContext) requireNonNull(child.getParent());
    }

    @Test
    void a_child_context_has_no_second_worker_and_shares_the_jobs() {
        try (var child = builder(Parent.class).child(Everything.class).run()) {
            var parent = parentOf(child);
            try (parent) {
                assertThat(child.getBeanFactory().getBeanNamesForType(Worker.class))
                        .isEmpty();
                assertThat(child.getBean(Jobs.class)).isSameAs(parent.getBean(Jobs.class));
                child.getBean(Jobs.class).enqueue(new PriceItem("from below"));
                await().untilAsserted(() ->
                        assertThat(parent.getBean(Pricing.class).priced).contains("from below"));
                await().untilAsserted(() -> assertThat(workers(parent)).isEqualTo(1));
            }
        }
    }

    @Test
    void a_child_with_its_own_data_source_has_its_own_jobs() {
        try (var child =
                builder(Parent.class).child(ChildWithItsOwnDatabase.class).run()) {
            var parent = parentOf(child);
            try (parent) {
                assertThat(child.getBean(Jobs.class)).isNotSameAs(parent.getBean(Jobs.class));
                child.getBean(Jobs.class).enqueue(new Weigh("own"));
                await().untilAsserted(() ->
                        assertThat(child.getBean(Scales.class).weighed).contains("own"));
                assertThat(child.getBean(HandlerTypes.class).handlers().find("shop.price-item"))
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Parent.class, ParentThatMarksItsOwn.class})
    void a_child_with_a_data_source_for_something_else_shares_the_jobs(Class<?> above) {
        try (var child = builder(above).child(Reports.class).run()) {
            try (var parent = parentOf(child)) {
                assertThat(child.getBeanFactory().getBeanNamesForType(Worker.class))
                        .isEmpty();
                assertThat(child.getBean(Jobs.class)).isSameAs(parent.getBean(Jobs.class));
                await().untilAsserted(() -> assertThat(workers(parent)).isEqualTo(1));
            }
        }
    }

    @Test
    void handlers_of_the_parent_of_a_context_with_a_worker_are_run() {
        try (var child = builder(Pricing.class).child(Child.class).run()) {
            try (var parent = parentOf(child)) {
                child.getBean(Jobs.class).enqueue(new PriceItem("above"));
                child.getBean(Jobs.class).enqueue(new Weigh("here"));
                await().untilAsserted(() ->
                        assertThat(parent.getBean(Pricing.class).priced).contains("above"));
                await().untilAsserted(() ->
                        assertThat(child.getBean(Scales.class).weighed).contains("here"));
            }
        }
    }
}
