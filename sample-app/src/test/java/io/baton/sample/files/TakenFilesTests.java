package io.baton.sample.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.ArgumentCaptor;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.unit.DataSize;

@ExtendWith(OutputCaptureExtension.class)
class TakenFilesTests {

    private final FileIntake intake = mock(FileIntake.class);
    private final FilesProperties properties;
    private final Path dropped;

    TakenFilesTests(@TempDir Path directory) throws IOException {
        properties = new FilesProperties(directory, DataSize.ofKilobytes(1), Duration.ZERO, ZoneOffset.UTC);
        dropped = Files.createDirectories(properties.inbox()).resolve("a.csv");
    }

    @Test
    void a_file_not_received_is_tried_again_under_the_same_name() throws IOException {
        doThrow(new IllegalStateException("no database"))
                .doNothing()
                .when(intake)
                .receive(any(), any(), any());
        TakenFiles taken = new TakenFiles(properties, intake);
        taken.take(Files.writeString(dropped, "ann,1"));

        taken.receiveAll();
        assertThat(files()).hasSize(1);
        taken.receiveAll();
        assertThat(files()).isEmpty();
        taken.receiveAll();

        ArgumentCaptor<String> source = ArgumentCaptor.captor();
        verify(intake, times(2)).receive(any(), source.capture(), any());
        assertThat(source.getAllValues().get(1)).isEqualTo(source.getAllValues().get(0));
    }

    @Test
    void a_file_that_cannot_be_received_is_logged_once_in_one_line(CapturedOutput output) throws IOException {
        doThrow(new IllegalStateException("no database"))
                .doThrow(new IllegalStateException("no database"))
                .doNothing()
                .when(intake)
                .receive(any(), any(), any());
        TakenFiles taken = new TakenFiles(properties, intake);
        taken.take(Files.writeString(dropped, "ann,1"));

        for (int poll = 0; poll < 4; poll++) {
            taken.receiveAll();
        }

        assertThat(output.toString().lines().filter(line -> line.contains("a.csv could not be received")))
                .hasSize(1);
        assertThat(output).contains("a.csv is received now").doesNotContain("at io.baton.sample.TakenFiles");
    }

    @Test
    void a_file_that_a_dead_instance_had_taken_is_received() throws IOException {
        new TakenFiles(properties, intake).take(Files.writeString(dropped, "ann,1"));
        String source =
                files().get(0).getName(files().get(0).getNameCount() - 2).toString();

        new TakenFiles(properties, intake).receiveAll();

        verify(intake).receive(eq("a.csv"), eq(source), any());
        assertThat(files()).isEmpty();
    }

    @Test
    void a_file_that_another_instance_has_taken_is_left_to_it() throws IOException {
        Files.writeString(dropped, "ann,1");
        TakenFiles faster = new TakenFiles(properties, intake);
        TakenFiles slower = new TakenFiles(properties, intake);

        faster.take(dropped);
        slower.take(dropped);
        slower.receiveAll();
        assertThat(files()).hasSize(1);
        faster.receiveAll();

        verify(intake, times(1)).receive(any(), any(), any());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> paths = Files.walk(properties.taken())) {
            return paths.filter(Files::isRegularFile).toList();
        }
    }
}
