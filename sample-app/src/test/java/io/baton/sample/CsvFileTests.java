package io.baton.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.JobRejectedException;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFileTests {

    @Test
    void amounts_of_one_user_are_added_up_and_users_are_in_order() {
        CsvFile csv = CsvFile.parse("grace,1.50\r\n\r\nada, 2\ngrace,-0.25");

        assertThat(csv.rows()).isEqualTo(3);
        assertThat(csv.amounts())
                .containsExactly(Map.entry("ada", new BigDecimal("2")), Map.entry("grace", new BigDecimal("1.25")));
    }

    @Test
    void an_empty_file_has_no_rows() {
        assertThat(CsvFile.parse("").rows()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"user,amount", "User, Amount", "\uFEFFuser,amount"})
    void a_header_line_is_no_row(String header) {
        CsvFile csv = CsvFile.parse(header + "\r\nada,2\n");

        assertThat(csv.rows()).isEqualTo(1);
        assertThat(csv.amounts()).containsExactly(Map.entry("ada", new BigDecimal("2")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user,amount", "user,amount\n", "\uFEFFuser,amount\r\n", "\uFEFF", "\n \n"})
    void a_file_without_amounts_has_no_rows(String content) {
        assertThat(CsvFile.parse(content).rows()).isZero();
    }

    @Test
    void a_byte_order_mark_is_no_part_of_a_name() {
        assertThat(CsvFile.parse("\uFEFFada,2\n").amounts()).containsExactly(Map.entry("ada", new BigDecimal("2")));
    }

    @Test
    void a_header_line_is_the_first_or_none() {
        assertThatExceptionOfType(JobRejectedException.class)
                .isThrownBy(() -> CsvFile.parse("ada,2\nuser,amount\n"))
                .withMessageStartingWith("line 2: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada", ",5", "ada,", "ada,1e9", "ada,1.234", "ada,1234567890123", "ada,NaN", "ada,--1"})
    void a_line_that_makes_no_sense_rejects_the_file_and_is_named_by_its_number(String line) {
        assertThatExceptionOfType(JobRejectedException.class)
                .isThrownBy(() -> CsvFile.parse("ada,1\n" + line))
                .withMessageStartingWith("line 2: ");
    }
}
