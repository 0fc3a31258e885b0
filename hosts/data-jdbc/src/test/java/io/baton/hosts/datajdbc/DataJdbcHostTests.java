package io.baton.hosts.datajdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ClassUtils;

@SpringBootTest
@AutoConfigureMockMvc
class DataJdbcHostTests {

    @Autowired
    ApplicationContext host;

    @Autowired
    Registration registration;

    @Autowired
    MemberRepository members;

    @Test
    void its_page_shows_what_its_migration_made(@Autowired MockMvcTester mvc) {
        assertThat(mvc.get().uri("/members?name=Ada"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$[0].joined")
                .isEqualTo("1815-12-10");
    }

    @Test
    void a_job_enqueued_with_a_member_runs() {
        registration.register("Grace");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> members.findByName("Grace").get(0).isWelcomed());
    }

    @Test
    void its_migrations_keep_a_history_of_their_own(@Autowired JdbcClient jdbc) {
        assertThat(jdbc.sql("SELECT \"script\" FROM \"flyway_schema_history\" WHERE \"type\" = 'SQL'")
                        .query(String.class)
                        .list())
                .containsExactly("V1__members.sql");
    }

    @Test
    void its_transactions_are_those_of_jdbc() {
        assertThat(host.getBeansOfType(PlatformTransactionManager.class).values())
                .singleElement()
                .isExactlyInstanceOf(JdbcTransactionManager.class);
    }

    @Test
    void it_has_no_entity_manager_factory_and_none_is_open_in_view() {
        assertThat(host.getBeanDefinitionNames())
                .noneMatch(name -> name.contains("entityManager") || name.contains("openEntityManager"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jakarta.persistence.EntityManagerFactory",
                "org.hibernate.Session",
                "org.springframework.data.jpa.repository.JpaRepository",
                "org.springframework.orm.jpa.support.OpenEntityManagerInViewInterceptor",
            })
    void the_starter_brings_none_of(String type) {
        assertThat(ClassUtils.isPresent(type, null)).isFalse();
    }
}
