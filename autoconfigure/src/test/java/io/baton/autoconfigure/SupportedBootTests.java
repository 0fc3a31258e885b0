package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;

class SupportedBootTests {

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"4.0.0", "4.1.1", "5.0.0-M1", "10.2.3", "unknown", ""})
    void those_from_4_on_and_unknown_ones_are_taken(String version) {
        assertThatNoException().isThrownBy(() -> SupportedBoot.require(version));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.7", "2.7.18"})
    void an_older_one_is_told_at_start(String version) {
        assertThatIllegalStateException()
                .isThrownBy(() -> SupportedBoot.require(version))
                .withMessageContaining(version)
                .withMessageContaining("4.0 or newer");
    }

    @Test
    void it_is_asked_in_every_application() {
        assertThat(new SpringApplication(SupportedBootTests.class).getInitializers())
                .hasAtLeastOneElementOfType(SupportedBoot.class);
    }
}
