package io.baton.job.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.jdbc.PostgresClaim.PlanRefresh;
import org.junit.jupiter.api.Test;

class PlanRefreshTests {

    private static final long SECOND = 1_000_000_000;

    private final PlanRefresh planning = new PlanRefresh();

    @Test
    void a_statement_that_nobody_suspects_stays_as_it_is() {
        assertThat(planning.mark()).isEmpty();
    }

    @Test
    void the_first_suspicion_makes_another_statement_of_it_at_once() {
        planning.suspect(-5);
        String mark = planning.mark();
        assertThat(mark).isNotBlank().isEqualTo(planning.mark());
    }

    @Test
    void it_is_planned_anew_every_ten_seconds_at_most() {
        planning.suspect(0);
        String first = planning.mark();
        planning.suspect(10 * SECOND - 1);
        assertThat(planning.mark()).isEqualTo(first);
        planning.suspect(10 * SECOND);
        assertThat(planning.mark()).isNotEqualTo(first);
    }
}
