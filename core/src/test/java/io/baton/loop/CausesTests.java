package io.baton.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CausesTests {

    @Test
    void causes_follow_their_failure() {
        Exception root = new Exception();
        Exception failure = new Exception(root);
        assertThat(Causes.of(failure)).containsExactly(failure, root);
        assertThat(Causes.of(null)).isEmpty();
    }

    @Test
    void a_circle_of_causes_ends() {
        Exception one = new Exception();
        Exception other = new Exception(one);
        one.initCause(other);
        assertThat(Causes.of(one)).hasSize(20).containsOnly(one, other);
    }
}
