package io.baton.hosts.datajdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.Jobs;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;

/** A slice has the queue, so that beans which enqueue can be created, and no worker. */
@DataJdbcTest
@Import(Registration.class)
class MemberRepositoryTests {

    @Autowired
    MemberRepository members;

    @Autowired
    Registration registration;

    @Autowired
    Jobs jobs;

    @Test
    void a_member_is_saved_and_found() {
        Member member = registration.register("Edsger");
        assertThat(members.findByName("Edsger")).singleElement().satisfies(found -> {
            assertThat(found.getId()).isEqualTo(member.getId());
            assertThat(found.isWelcomed()).isFalse();
        });
        assertThat(members.countWelcomed()).isOne();
    }

    @Test
    void a_member_waits_for_its_job() {
        registration.register("Barbara");
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
