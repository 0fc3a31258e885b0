package io.baton.history;

import static io.baton.history.Histories.assertBroken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CheckHistoryTests {

    /** Twelve jobs that are acknowledged and lost. */
    private static final String LOST = IntStream.range(0, 12)
            .mapToObj(i -> "client 100 invoke op=o" + i
                    + "\nclient 100 enqueue op=o" + i + " item=" + i + " kind=plain"
                    + "\nclient 100 ok op=o" + i)
            .collect(Collectors.joining("\n"));

    @Test
    void a_history_without_events_proves_nothing_of_any_promise() {
        for (String promise : CheckHistory.PROMISES) {
            assertBroken(promise, "nothing is proved");
        }
    }

    @Test
    void the_first_ten_violations_of_a_promise_are_returned() {
        Verdict verdict = Histories.check("completeness", LOST);

        assertThat(verdict.violations()).hasSize(11).last().isEqualTo("completeness: and 2 more");
        assertThat(verdict.figures())
                .containsEntry("lost", "12")
                .containsEntry("double", "0")
                .containsEntry("violations", "12")
                .containsEntry("judged_completeness", "12");
    }

    @Test
    void violations_and_figures_are_printed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        boolean holds =
                Histories.check("completeness", LOST).print(new PrintStream(bytes, true, StandardCharsets.UTF_8));

        assertThat(holds).isFalse();
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("VIOLATION completeness: item 0 of o0 was acknowledged and has left no trace")
                .contains("figure history.lost 12");
    }

    @Test
    void an_unknown_promise_is_rejected() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Histories.check("punctuality"))
                .withMessageContaining("punctuality");
    }
}
