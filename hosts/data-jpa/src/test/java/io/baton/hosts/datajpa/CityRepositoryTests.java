package io.baton.hosts.datajpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.Jobs;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;

/** A slice has the queue, so that beans which enqueue can be created, and no worker. */
@DataJpaTest
@Import(Atlas.class)
class CityRepositoryTests {

    @Autowired
    CityRepository cities;

    @Autowired
    Atlas atlas;

    @Autowired
    Jobs jobs;

    @Test
    void a_city_is_saved_and_found() {
        atlas.add("Porto");
        assertThat(cities.findByNameIgnoringCase("PORTO"))
                .hasValueSatisfying(city -> assertThat(city.isMapped()).isFalse());
    }

    @Test
    void a_city_waits_for_its_job() {
        atlas.add("Faro");
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
