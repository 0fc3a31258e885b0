package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobCount;
import io.baton.JobState;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Storing many jobs takes no more memory than storing a few. */
class BulkInsertMemoryTests {

    private final Path directory;

    BulkInsertMemoryTests(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void a_hundred_thousand_jobs_are_stored_by_a_jvm_of_64_megabytes(TestDatabase kind) throws Exception {
        try (StoreOnDatabase database = new StoreOnDatabase(kind)) {
            assertThat(run(database)).as(() -> output()).isZero();
            assertThat(database.store.counts())
                    .containsExactly(new JobCount("q", JobState.READY, BulkInsertProgram.JOBS));
        }
    }

    @Test
    void a_jvm_of_64_megabytes_has_no_room_for_them() throws Exception {
        try (StoreOnDatabase database = new StoreOnDatabase(TestDatabase.POSTGRES)) {
            assertThat(run(database, "hoard")).isNotZero();
            assertThat(output()).contains("OutOfMemoryError");
            assertThat(database.store.counts()).isEmpty();
        }
    }

    private int run(StoreOnDatabase database, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                BulkInsertProgram.class.getName(),
                database.dataSource.getJdbcUrl(),
                database.dataSource.getUsername(),
                database.dataSource.getPassword()));
        command.addAll(Arrays.asList(more));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        try {
            return process.onExit().get(600, TimeUnit.SECONDS).exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("output"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
