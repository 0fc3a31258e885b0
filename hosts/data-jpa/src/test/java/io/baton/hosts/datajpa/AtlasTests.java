package io.baton.hosts.datajpa;

import static io.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Jobs;
import io.baton.test.BatonTest;
import io.baton.test.BatonTestKit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.annotation.Import;

/** A slice in which the test runs its jobs. */
@DataJpaTest
@BatonTest
@Import(Atlas.class)
class AtlasTests {

    @Autowired
    CityRepository cities;

    @Autowired
    Atlas atlas;

    @Autowired
    Jobs jobs;

    @Autowired
    BatonTestKit kit;

    @Test
    void a_city_is_put_on_the_map_by_its_job() {
        atlas.add("Faro");
        assertThat(jobs)
                .enqueued(Atlas.Map.class)
                .withPayload(new Atlas.Map("Faro"))
                .once();
        kit.runDue().orThrow();
        assertThat(cities.findByNameIgnoringCase("FARO"))
                .hasValueSatisfying(city -> assertThat(city.isMapped()).isTrue());
        assertThat(jobs).nothingEnqueued().completed(Atlas.Map.class).once();
    }

    @Test
    void the_next_test_finds_nothing_of_it() {
        assertThat(jobs).nothingEnqueued();
        assertThat(cities.findAll()).isEmpty();
    }
}
