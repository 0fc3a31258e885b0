package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadLimitTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "\u007F",
                "\u0080",
                "\u07FF",
                "\u0800",
                "\uFFFF",
                "\uD7FF\uE000",
                "\uD83D\uDE00",
                "a\uD83D\uDE00é漢"
            })
    void countsAsTheEncoderDoes(String text) {
        assertThat(Enqueuer.utf8Length(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE00", "a\uD83D", "\uDE00\uD83D", "\uD83D\uD83D\uDE00", "\uD83Da"})
    void half_a_pair_has_no_length(String text) {
        assertThat(Enqueuer.utf8Length(text)).isEqualTo(Enqueuer.MALFORMED);
    }
}
