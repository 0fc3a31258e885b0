package io.baton.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTests {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temporary;

    @Test
    void other_users_have_no_access() throws IOException {
        Path folder = DataFolder.open(temporary.resolve("data"));

        assertThat(Files.getPosixFilePermissions(folder))
                .containsExactlyInAnyOrder(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE);
    }

    @Test
    void every_instance_finds_the_same_password() throws IOException {
        String first = DataFolder.password(temporary);

        assertThat(first).hasSizeGreaterThan(20);
        assertThat(DataFolder.password(temporary)).isEqualTo(first);
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files).hasSize(1);
        }
    }
}
