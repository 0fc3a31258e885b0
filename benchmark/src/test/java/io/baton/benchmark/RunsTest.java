package io.baton.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunsTest {

    @Test
    void jobsThatRanOnceAcrossAllJvmsAreFine() {
        Runs runs = Runs.of(List.of(new long[] {5, 0, 7}, new long[] {0, 6, 0}), 0);

        assertThatCode(runs::verify).doesNotThrowAnyException();
        assertThat(runs.first()).isEqualTo(5);
        assertThat(runs.last()).isEqualTo(7);
    }

    @Test
    void aJobThatRanInTwoJvmsIsFound() {
        Runs runs = Runs.of(List.of(new long[] {5, 6}, new long[] {0, 6}), 0);

        assertThatThrownBy(runs::verify).hasMessageContaining("1 ran again");
    }

    @Test
    void aJobThatRanTwiceInOneJvmIsFound() {
        Runs runs = Runs.of(List.of(new long[] {5}), 1);

        assertThatThrownBy(runs::verify).hasMessageContaining("1 ran again");
    }

    @Test
    void aJobThatDidNotRunIsFound() {
        Runs runs = Runs.of(List.of(new long[] {5, 0}), 0);

        assertThatThrownBy(runs::verify).hasMessageContaining("1 did not run");
    }
}
