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
        Path path = directory.resolve("one.history");
        try (History history = new History(path)) {
            history.note("probe", "ok", 7, "two\nlines\tand a tab");
        }
        List<String> lines = Files.readAllLines(path);
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).matches("\\d+\tprobe\tok\t7\ttwo lines and a tab");
    }

    @Test
    void an_interrupt_does_not_close_the_file(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("one.history");
        try (History history = new History(path)) {
            Thread.currentThread().interrupt();
            history.note("first");
            assertThat(Thread.interrupted()).isTrue();
            history.note("second");
        }
        assertThat(Files.readAllLines(path)).hasSize(2);
    }

    @Test
    void a_process_is_ready_once_it_has_recorded_that(@TempDir Path directory) {
        Path path = directory.resolve("one.history");
        assertThat(History.isReady(path)).isFalse();
        try (History history = new History(path)) {
            history.note("effect", "not ready");
            assertThat(History.isReady(path)).isFalse();
            history.ready();
        }
        assertThat(History.isReady(path)).isTrue();
    }
}
