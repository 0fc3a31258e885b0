package io.baton.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTests {

    @Test
    void an_event_is_one_line_with_its_fields(@TempDir Path directory) throws IOException {
        try (History history = new History(directory, "node-1")) {
            history.note("enqueue", "op", "op-7", "item", 7, "key", "two\nlines and\ta tab", "group", "");
        }
        List<String> lines = Files.readAllLines(directory.resolve("node-1.history"));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).matches("\\d+ started");
        assertThat(lines.get(1)).matches("\\d+ enqueue op=op-7 item=7 key=two_lines_and_a_tab");
    }

    @Test
    void an_interrupt_does_not_close_the_file(@TempDir Path directory) throws IOException {
        try (History history = new History(directory, "node-1")) {
            Thread.currentThread().interrupt();
            history.note("first");
            assertThat(Thread.interrupted()).isTrue();
            history.note("second");
        }
        assertThat(Files.readAllLines(directory.resolve("node-1.history"))).hasSize(3);
    }
}
