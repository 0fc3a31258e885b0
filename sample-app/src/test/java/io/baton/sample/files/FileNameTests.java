package io.baton.sample.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileNameTests {

    @ParameterizedTest
    @CsvSource({"plain.csv, plain.csv", "../../etc/passwd, passwd", "C:\\temp\\a.csv, a.csv", "dir/, (no name)"})
    void only_the_last_part_is_shown(String given, String shown) {
        assertThat(FileName.shown(given)).isEqualTo(shown);
    }

    @Test
    void what_is_not_fit_to_print_is_left_out() {
        assertThat(FileName.shown("a\u202Evsc.\nb\u0000")).isEqualTo("avsc.b");
        assertThat(FileName.shown(null)).isEqualTo("(no name)");
    }

    @Test
    void a_long_name_is_shortened() {
        assertThat(FileName.shown("😀".repeat(300))).isEqualTo("😀".repeat(100));
    }
}
