package io.baton.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunsTests {

    @Test
    void jobs_that_ran_once_across_all_jvms_are_fine() {
        Runs runs = Runs.of(List.of(new long[] {5, 0, 7}, new long[] {0, 6, 0}), 0);

        assertThatCode(runs::verify).doesNotThrowAnyException();
        assertThat(runs.first()).isEqualTo(5);
        assertThat(runs.last()).isEqualTo(7);
    }

    @Test
    void a_job_that_ran_in_two_jvms_is_found() {
        Runs runs = Runs.of(List.of(new long[] {5, 6}, new long[] {0, 6}), 0);

        assertThatThrownBy(runs::verify).hasMessageContaining("1 ran again");
    }

    @Test
    void a_job_that_ran_twice_in_one_jvm_is_found() {
        Runs runs = Runs.of(List.of(new long[] {5}), 1);

        assertThatThrownBy(runs::verify).hasMessageContaining("1 ran again");
    }

    @Test
    void a_job_that_did_not_run_is_found() {
        Runs runs = Runs.of(List.of(new long[] {5, 0}), 0);

        assertThatThrownBy(runs::verify).hasMessageContaining("1 did not run");
    }
}
