package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.baton.schema.SchemaAccess.Scripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;

/**
 * A migration that was released is never edited: databases that it made would refuse the next start. {@code migrations.txt} records the digest of
 * each; {@code -Dbaton.migrations.write=true} writes it anew. What a tag of this repository recorded stays in it for ever.
 */
class MigrationRecordTests {

    private static final String RECORD = "src/test/resources/migrations.txt";
    private static final String WRITE =
            "mvn test -pl core -am -Dtest=MigrationRecordTests -Dbaton.migrations.write=true";

    private final Path module = Path.of(System.getProperty("basedir", ".")).toAbsolutePath();

    @Test
    void every_migration_is_recorded_as_it_is() throws IOException {
        Path record = module.resolve(RECORD);
        if (Boolean.getBoolean("baton.migrations.write")) {
            Files.write(record, digests());
        }
        assertThat(Files.readAllLines(record))
                .as("a migration is new, or was edited, which is allowed until it is in a release: " + WRITE)
                .isEqualTo(digests());
    }

    @Test
    void what_was_released_is_as_it_was() {
        assumeThat(module.resolveSibling(".git")).exists();
        for (String tag : git("tag", "--list")) {
            List<String> released = git("show", tag + ":core/" + RECORD);
            assertThat(digests())
                    .as("the migrations of the release %s: leave them as they are, and write another one", tag)
                    .containsAll(released);
        }
    }

    private static List<String> digests() {
        return Stream.of("h2", "mariadb", "postgresql")
                .flatMap(vendor -> new Scripts("io/baton/schema/" + vendor)
                        .names().stream().map(name -> vendor + "/" + name))
                .map(script -> digest(script) + " " + script)
                .toList();
    }

    private static String digest(String script) {
        try {
            String text = new ClassPathResource("io/baton/schema/" + script).getContentAsString(StandardCharsets.UTF_8);
            byte[] bytes = text.replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns what git prints; nothing if it refuses. */
    private List<String> git(String... words) {
        List<String> command = Stream.concat(Stream.of("git"), Stream.of(words)).toList();
        try {
            Process git = new ProcessBuilder(command)
                    .directory(module.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            List<String> lines = git.inputReader(StandardCharsets.UTF_8).lines().toList();
            return git.waitFor() == 0 ? lines : List.of();
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
