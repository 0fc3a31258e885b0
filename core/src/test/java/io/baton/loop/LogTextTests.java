package io.baton.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogTextTests {

    private static final String ESCAPE = String.valueOf((char) 0x1b);

    @Test
    void a_name_cannot_end_its_line() {
        assertThat(LogText.of("mail\r\n2026-01-01 ERROR forged")).isEqualTo("mail\\u000d\\n2026-01-01 ERROR forged");
    }

    @ParameterizedTest
    @CsvSource({"001b", "0000", "0008", "0085", "2028", "2029", "202e", "2066", "200b", "feff", "d800", "dc00", "007f"})
    void what_a_terminal_would_obey_is_shown_by_its_number(String code) {
        char c = (char) Integer.parseInt(code, 16);
        assertThat(LogText.of("a" + c + "b")).isEqualTo("a\\u" + code + "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "send-mail", "Grüße, 邮件 \uD83D\uDCEC", "a\\b", "tab-less text"})
    void what_is_fit_to_read_stays(String text) {
        assertThat(LogText.of(text)).isEqualTo(text);
    }

    @Test
    void a_long_text_is_cut_and_never_within_a_character() {
        String cut = LogText.of("x".repeat(999) + "\uD83D\uDCEC" + "y".repeat(5_000));
        assertThat(cut).hasSizeLessThan(1_020).endsWith("...").doesNotContain("\uD83D", "y");
    }

    @Test
    void invisible_characters_of_other_planes_are_shown() {
        assertThat(LogText.of("a" + Character.toString(0xE0041))).isEqualTo("a\\udb40\\udc41");
    }

    @Test
    void nothing_is_said_to_be_nothing() {
        assertThat(LogText.of(null)).isEqualTo("null");
        assertThat(LogText.of(ESCAPE + "[31m")).isEqualTo("\\u001b[31m");
    }

    @Test
    void others_are_counted_where_there_are_some() {
        assertThat(LogText.andOthers(1)).isEmpty();
        assertThat(LogText.andOthers(2)).isEqualTo(" and 1 other");
        assertThat(LogText.andOthers(3)).isEqualTo(" and 2 others");
    }
}
