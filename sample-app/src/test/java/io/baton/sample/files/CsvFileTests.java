package io.baton.sample.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.JobRejectedException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFileTests {

    private final List<Amount> amounts = new ArrayList<>();

    @Test
    void rows_are_handed_over_in_order() {
        assertThat(read("grace,1.50\r\n\r\nada, 2\ngrace,-0.25")).isEqualTo(3);
        assertThat(amounts).containsExactly(amount("grace", "1.50"), amount("ada", "2"), amount("grace", "-0.25"));
    }

    @Test
    void an_empty_file_has_no_rows() {
        assertThat(read("")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"user,amount", "User, Amount", "\uFEFFuser,amount", "\"user\",\"amount\""})
    void a_header_line_is_no_row(String header) {
        assertThat(read(header + "\r\nada,2\n")).isEqualTo(1);
        assertThat(amounts).containsExactly(amount("ada", "2"));
    }

    @Test
    void a_header_says_where_the_columns_are() {
        assertThat(read("day,amount,user\nMonday,2,ada\n")).isEqualTo(1);
        assertThat(amounts).containsExactly(amount("ada", "2"));
    }

    @Test
    void a_header_without_a_column_rejects_the_file() {
        assertRejected("day,user\nMonday,ada\n").withMessageStartingWith("line 1: the header has no column amount");
    }

    @ParameterizedTest
    @ValueSource(strings = {"user,amount", "user,amount\n", "\uFEFFuser,amount\r\n", "\uFEFF", "\n \n"})
    void a_file_without_amounts_has_no_rows(String content) {
        assertThat(read(content)).isZero();
    }

    @Test
    void a_byte_order_mark_is_no_part_of_a_name() {
        read("\uFEFFada,2\n");

        assertThat(amounts).containsExactly(amount("ada", "2"));
    }

    @Test
    void a_header_line_is_the_first_or_none() {
        assertRejected("ada,2\nuser,amount\n").withMessageStartingWith("line 2: ");
    }

    @Test
    void a_quoted_name_may_have_a_comma() {
        read("\"Lovelace, Ada\",2\n");

        assertThat(amounts).containsExactly(amount("Lovelace, Ada", "2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ada",
                ",5",
                "ada,",
                "ada,1e9",
                "ada,1.234",
                "ada,1234567890123",
                "ada,NaN",
                "ada,--1",
                "ada,1,2",
                "\"ada\nlovelace\",2"
            })
    void a_nonsensical_line_rejects_the_file_and_is_named_by_its_number(String line) {
        assertRejected("ada,1\n" + line).withMessageStartingWith("line 2: ");
    }

    @ParameterizedTest
    @CsvSource({"'\"ada,1', 2", "'\"ada\"x,1', 2"})
    void a_quote_that_cannot_be_read_ends_the_file(String line, int number) {
        assertRejected("ada,1\n" + line + "\nada,1\n")
                .withMessageStartingWith("line " + number + ": ")
                .withMessageNotContaining("ada");
    }

    @Test
    void invalid_lines_are_listed_ten_at_most() {
        assertRejected("ada,1\nada\n\nada,many\n").withMessageMatching("line 2: .*\nline 4: .*");
        assertRejected("ada,many\n".repeat(25))
                .withMessageContaining("line 10: ")
                .withMessageEndingWith("\nand 15 more")
                .withMessageNotContaining("line 11");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16LE", "UTF-16"})
    void another_encoding_is_reported_line_by_line(String encoding) {
        InputStream content = new ByteArrayInputStream("ada,1\nJos\u00e9,2\n".getBytes(Charset.forName(encoding)));

        assertThatExceptionOfType(JobRejectedException.class)
                .isThrownBy(() -> CsvFile.read(content, amounts::add))
                .withMessageContaining("line 2: ");
    }

    @Test
    void a_truncated_file_is_reported_at_its_last_line() {
        assertRejected("ada,1\ngrace,12.").withMessageStartingWith("line 2: the amount");
    }

    @Test
    void a_million_lines_are_read_one_by_one() {
        byte[] thousandLines = "ada,1.25\n".repeat(1_000).getBytes(StandardCharsets.UTF_8);
        List<ByteArrayInputStream> parts = Stream.generate(() -> new ByteArrayInputStream(thousandLines))
                .limit(1_000)
                .toList();
        int[] rows = new int[1];

        int read = CsvFile.read(new SequenceInputStream(Collections.enumeration(parts)), amount -> rows[0]++);

        assertThat(read).isEqualTo(1_000_000).isEqualTo(rows[0]);
    }

    private int read(String content) {
        return CsvFile.read(new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)), amounts::add);
    }

    private ThrowableAssertAlternative<JobRejectedException> assertRejected(String content) {
        return assertThatExceptionOfType(JobRejectedException.class).isThrownBy(() -> read(content));
    }

    private static Amount amount(String user, String amount) {
        return new Amount(user, new BigDecimal(amount));
    }
}
