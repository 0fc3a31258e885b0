package io.baton.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryReaderTests {

    private static final String SETTINGS = """
            100 started
            101 settings dead-after=10000 heartbeat=2000
            """;

    private static final String WORKER = """
            200 started
            210 run run=a job=11 attempt=1 item=1
            """;

    @Test
    void lines_of_a_writer_are_read(@TempDir Path directory) {
        try (HistoryWriter writer = new HistoryWriter(directory, "all")) {
            writer.write(Word.SETTINGS, Map.of("dead-after", 10_000, "heartbeat", 2_000));
            writer.write(Word.INVOKE, Map.of("op", "o1"));
            writer.write(Word.ENQUEUE, Map.of("op", "o1", "item", 1, "kind", "plain"));
            writer.write(Word.OK, Map.of("op", "o1"));
            writer.write(Word.RUN, Map.of("run", "a", "job", 11, "attempt", 1, "item", 1));
            writer.write(Word.ENDED, Map.of("run", "a", "outcome", "ok"));
            writer.write(Word.JOB, Map.of("job", 11, "state", "completed"));
        }

        Verdict verdict = CheckHistory.check(directory, List.of("completeness", "exclusive"));

        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.figures())
                .containsEntry("jobs", "1")
                .containsEntry("lost", "0")
                .containsEntry("double", "0")
                .containsEntry("violations", "0")
                .containsEntry("judged_completeness", "1");
    }

    @Test
    void a_writer_rejects_what_the_reader_would(@TempDir Path directory) {
        try (HistoryWriter writer = new HistoryWriter(directory, "all")) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> writer.write(Word.OK, Map.of("op", "two words")));
        }
    }

    @Test
    void an_interrupt_does_not_close_the_file(@TempDir Path directory) throws IOException {
        try (HistoryWriter writer = new HistoryWriter(directory, "all")) {
            Thread.currentThread().interrupt();
            writer.write(Word.INVOKE, Map.of("op", "o1"));
            assertThat(Thread.interrupted()).isTrue();
            writer.write(Word.OK, Map.of("op", "o1"));
        }

        assertThat(Files.readAllLines(directory.resolve("all" + HistoryReader.SUFFIX)))
                .hasSize(3);
    }

    @Test
    void the_torn_last_line_of_a_killed_process_is_left_out(@TempDir Path directory) throws IOException {
        write(directory, "injector", SETTINGS + "300 killed process=w1\n");
        write(directory, "w1", WORKER + "220 ended run=a outcome=o");

        History history = HistoryReader.read(directory);

        assertThat(history.runs.values()).singleElement().satisfies(run -> assertThat(run.end)
                .isEqualTo(History.NEVER));
    }

    @Test
    void the_torn_last_line_of_a_living_process_is_an_error(@TempDir Path directory) throws IOException {
        write(directory, "injector", SETTINGS);
        write(directory, "w1", WORKER + "220 ended run=a outcome=o");

        assertMalformed(directory, "w1.history ends within a line");
    }

    @Test
    void a_malformed_line_of_a_killed_process_is_an_error(@TempDir Path directory) throws IOException {
        write(directory, "injector", SETTINGS + "300 killed process=w1\n");
        write(directory, "w1", WORKER + "220 ended run=a outcome=o\n230 ended run=a outcome=ok\n");

        assertMalformed(directory, "w1.history:3");
    }

    @Test
    void lines_that_do_not_follow_the_rules_are_errors(@TempDir Path directory) throws IOException {
        for (String line : List.of(
                "",
                "220",
                "now started",
                "220 started",
                "220 begun run=a",
                "220 ended run=a",
                "220 ended run=a outcome=",
                "220 ended run=a outcome=ok outcome=ok",
                "220 ended run=a outcome=ok when=now",
                "220 ended run=a  outcome=ok",
                "220 ended run=b outcome=ok",
                "220 run run=a job=12 attempt=1",
                "220 run run=b job=x attempt=1",
                "220 enqueue op=o1 item=1 kind=plain")) {
            write(directory, "injector", SETTINGS);
            write(directory, "w1", WORKER + line + "\n");

            assertMalformed(directory, "w1.history:3");
        }
    }

    @Test
    void a_history_without_settings_is_an_error(@TempDir Path directory) throws IOException {
        write(directory, "w1", WORKER);

        assertMalformed(directory, "have no settings");
    }

    private static void assertMalformed(Path directory, String message) {
        assertThatExceptionOfType(MalformedHistoryException.class)
                .isThrownBy(() -> HistoryReader.read(directory))
                .withMessageContaining(message);
    }

    private static void write(Path directory, String process, String text) throws IOException {
        Files.writeString(directory.resolve(process + HistoryReader.SUFFIX), text);
    }
}
