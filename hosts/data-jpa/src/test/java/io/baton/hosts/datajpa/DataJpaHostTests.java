package io.baton.hosts.datajpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.jpa.JobRepository;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
class DataJpaHostTests {

    @Autowired
    Atlas atlas;

    @Autowired
    CityRepository cities;

    @Test
    void a_job_enqueued_with_a_city_runs() {
        atlas.add("Lisbon");
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        cities.findByNameIgnoringCase("lisbon").orElseThrow().isMapped());
    }

    @Test
    void its_tables_are_still_made_by_hibernate(@Autowired EntityManagerFactory factory) {
        assertThat(factory.getProperties()).containsEntry("hibernate.hbm2ddl.auto", "create-drop");
    }

    @Test
    void batons_entities_stand_beside_its_own(
            @Autowired EntityManagerFactory factory, @Autowired JobRepository repository) {
        assertThat(factory.getMetamodel().getEntities())
                .extracting(entity -> entity.getName())
                .containsExactlyInAnyOrder("City", "BatonJob", "BatonEndedJob");
        assertThat(repository.findById(0L)).isEmpty();
    }
}
