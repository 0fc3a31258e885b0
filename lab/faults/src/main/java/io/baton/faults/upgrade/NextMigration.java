package io.baton.faults.upgrade;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/** A migration that a later release could have, by the rules for them: a jar that makes the newer classes those of such a release. */
final class NextMigration {

    private static final String FOLDER = "io/baton/schema/";
    /** Larger than any that a release has. */
    static final String VERSION = "1000";

    private static final String SCRIPT = "/V" + VERSION + "__upgrade.sql";
    private static final Map<String, String> SCRIPTS = new TreeMap<>(
            Map.of("postgresql", """
            SET LOCAL lock_timeout = '2s';
            ALTER TABLE baton_job ADD COLUMN upgrade_note varchar(20);
            CREATE TABLE baton_upgrade (id bigint PRIMARY KEY, note varchar(20) NOT NULL DEFAULT '');
            """, "mariadb", "ALTER TABLE baton_job ADD COLUMN upgrade_note varchar(20);\n"));

    private NextMigration() {}

    /** Writes the jar to this directory. With entries for folders, without which migrations are not found in it. */
    static Path jar(Path directory) {
        Path jar = directory.resolve("next-migration.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (String folder : List.of("io/", "io/baton/", FOLDER)) {
                out.putNextEntry(new ZipEntry(folder));
            }
            for (Map.Entry<String, String> script : SCRIPTS.entrySet()) {
                out.putNextEntry(new ZipEntry(FOLDER + script.getKey() + "/"));
                out.putNextEntry(new ZipEntry(FOLDER + script.getKey() + SCRIPT));
                out.write(script.getValue().getBytes(StandardCharsets.UTF_8));
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException("The migration of the newer release cannot be written", e);
        }
    }
}
