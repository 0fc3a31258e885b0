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
    void amountsOfOneUserAreAddedUpAndUsersAreInOrder() {
        CsvFile csv = CsvFile.parse("grace,1.50\r\n\r\nada, 2\ngrace,-0.25");

        assertThat(csv.rows()).isEqualTo(3);
        assertThat(csv.amounts())
                .containsExactly(Map.entry("ada", new BigDecimal("2")), Map.entry("grace", new BigDecimal("1.25")));
    }

    @Test
    void anEmptyFileHasNoRows() {
        assertThat(CsvFile.parse("").rows()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"user,amount", "User, Amount", "\uFEFFuser,amount"})
    void aHeaderLineIsNoRow(String header) {
        CsvFile csv = CsvFile.parse(header + "\r\nada,2\n");

        assertThat(csv.rows()).isEqualTo(1);
        assertThat(csv.amounts()).containsExactly(Map.entry("ada", new BigDecimal("2")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user,amount", "user,amount\n", "\uFEFFuser,amount\r\n", "\uFEFF", "\n \n"})
    void aFileWithoutAmountsHasNoRows(String content) {
        assertThat(CsvFile.parse(content).rows()).isZero();
    }

    @Test
    void aByteOrderMarkIsNoPartOfAName() {
        assertThat(CsvFile.parse("\uFEFFada,2\n").amounts()).containsExactly(Map.entry("ada", new BigDecimal("2")));
    }

    @Test
    void aHeaderLineIsTheFirstOrNone() {
        assertThatExceptionOfType(JobRejectedException.class)
                .isThrownBy(() -> CsvFile.parse("ada,2\nuser,amount\n"))
                .withMessageStartingWith("line 2: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada", ",5", "ada,", "ada,1e9", "ada,1.234", "ada,1234567890123", "ada,NaN", "ada,--1"})
    void aLineThatMakesNoSenseRejectsTheFileAndIsNamedByItsNumber(String line) {
        assertThatExceptionOfType(JobRejectedException.class)
                .isThrownBy(() -> CsvFile.parse("ada,1\n" + line))
                .withMessageStartingWith("line 2: ");
    }
}
