package io.baton.test;

import static io.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.test.context.ContextConfiguration;

/** Slices of an application, whose tests run in transactions of their own. */
class SliceTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan(basePackageClasses = SliceTests.class)
    static class Application {}

    @Entity(name = "article")
    static class Article {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @Nullable
        Long id;

        @Nullable
        String name;

        boolean checked;
    }

    @JobType(name = "check")
    record Check(String name) {}

    @Component
    static class Checks {

        private final EntityManager entities;

        Checks(EntityManager entities) {
            this.entities = entities;
        }

        @JobHandler(transactional = true)
        void check(Check check) {
            Article article = entities.createQuery("from article a where a.name = :name", Article.class)
                    .setParameter("name", check.name())
                    .getSingleResult();
            article.checked = true;
        }
    }

    @JobType(name = "count")
    record Count(int number) {}

    @Component
    static class Counts {

        private final JdbcClient jdbc;

        Counts(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @JobHandler(transactional = true)
        void count(Count count) {
            jdbc.sql("INSERT INTO counted VALUES (?)").param(count.number()).update();
        }
    }

    @Nested
    @DataJpaTest(properties = "spring.jpa.hibernate.ddl-auto=create-drop")
    @BatonTest
    @ContextConfiguration(classes = Application.class)
    @Import(Checks.class)
    class OfJpa {

        @Autowired
        Jobs jobs;

        @Autowired
        BatonTestKit kit;

        @Autowired
        EntityManager entities;

        @Autowired
        JdbcClient jdbc;

        @Test
        void a_job_sees_what_the_test_has_not_committed() {
            Article lamp = new Article();
            lamp.name = "lamp";
            entities.persist(lamp);
            jobs.enqueue(new Check("lamp"));
            kit.runDue();
            assertThat(jdbc.sql("SELECT checked FROM article")
                            .query(Boolean.class)
                            .single())
                    .isTrue();
            assertThat(jobs).completed(Check.class).once();
        }

        @Test
        void the_next_test_sees_nothing_of_it() {
            assertThat(kit.runDue().all()).isEmpty();
            assertThat(jobs).nothingEnqueued();
        }
    }

    @Nested
    @JdbcTest
    @BatonTest
    @ContextConfiguration(classes = Application.class)
    @Import(Counts.class)
    class OfJdbc {

        @Autowired
        Jobs jobs;

        @Autowired
        BatonTestKit kit;

        @Autowired
        JdbcClient jdbc;

        @Test
        void a_job_runs_in_the_tests_transaction() {
            jdbc.sql("CREATE LOCAL TEMPORARY TABLE counted (number integer) NOT PERSISTENT")
                    .update();
            jobs.enqueue(new Count(7));
            assertThat(kit.runDue().completed()).isOne();
            assertThat(jdbc.sql("SELECT number FROM counted")
                            .query(Integer.class)
                            .single())
                    .isEqualTo(7);
        }
    }
}
