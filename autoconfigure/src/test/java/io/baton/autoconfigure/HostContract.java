package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobId;
import io.baton.Jobs;
import io.baton.autoconfigure.shop.Item;
import io.baton.autoconfigure.shop.ItemRepository;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Pricing;
import io.baton.jpa.JobEntity;
import io.baton.jpa.JobRepository;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What works in every host, Baton in it or not, and what Baton does in every host. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HostContract {

    static final String WITHOUT_BOOTS_FLYWAY =
            "spring.autoconfigure.exclude=org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration";

    ConfigurableApplicationContext host;

    abstract ConfigurableApplicationContext start();

    static ConfigurableApplicationContext start(Class<?> application, String... properties) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off")
                .properties(properties)
                .run();
    }

    @BeforeAll
    void startHost() {
        host = start();
    }

    @AfterAll
    void closeHost() {
        if (host != null) {
            host.close();
        }
    }

    @Test
    void the_hosts_own_entity_is_saved_and_found() {
        ItemRepository items = host.getBean(ItemRepository.class);
        items.save(new Item("saved"));
        assertThat(items.findByItemName("saved")).hasSize(1);
    }

    @Test
    void a_job_enqueued_with_an_entity_runs() {
        String name = "priced";
        transaction().executeWithoutResult(status -> {
            host.getBean(ItemRepository.class).save(new Item(name));
            jobs().enqueue(new PriceItem(name));
        });
        await().untilAsserted(
                        () -> assertThat(host.getBean(Pricing.class).priced).contains(name));
    }

    @Test
    void a_job_rolled_back_with_an_entity_is_gone() {
        JobId id = transaction().execute(status -> {
            status.setRollbackOnly();
            host.getBean(ItemRepository.class).save(new Item("rolled back"));
            return enqueueForLater("rolled back");
        });
        assertThat(jobs().find(id)).isEmpty();
        assertThat(host.getBean(ItemRepository.class).findByItemName("rolled back"))
                .isEmpty();
    }

    @Test
    void the_repository_finds_a_job() {
        JobId id = enqueueForLater("repository");
        JobEntity job = host.getBean(JobRepository.class).findById(id.value()).orElseThrow();
        assertThat(job.getType()).isEqualTo("shop.price-item");
        assertThat(job.getDueAt()).isEqualTo(jobs().find(id).orElseThrow().dueAt());
    }

    @Test
    void a_query_of_the_hosts_finds_a_job() {
        JobId id = enqueueForLater("query");
        try (EntityManager entities = entities()) {
            List<JobEntity> found = entities.createQuery("select j from BatonJob j where j.id = :id", JobEntity.class)
                    .setParameter("id", id.value())
                    .getResultList();
            assertThat(found).hasSize(1);
            assertThat(entities.createQuery("select count(j) from BatonEndedJob j", Long.class)
                            .getSingleResult())
                    .isNotNegative();
        }
    }

    final JobId enqueueForLater(String name) {
        return jobs().enqueue(new PriceItem(name), job -> job.delay(Duration.ofHours(1)))
                .id();
    }

    final Jobs jobs() {
        return host.getBean(Jobs.class);
    }

    TransactionTemplate transaction() {
        return new TransactionTemplate(host.getBean(PlatformTransactionManager.class));
    }

    EntityManager entities() {
        return SharedEntityManagerCreator.createSharedEntityManager(
                host.getBean(jakarta.persistence.EntityManagerFactory.class));
    }
}
