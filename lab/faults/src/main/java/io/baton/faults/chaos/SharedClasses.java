package io.baton.faults.chaos;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The classes of a worker, as jars and, once one has run and ended, in an archive that the next ones map into memory: dozens of starts
 * take a good part of the processors otherwise.
 */
public record SharedClasses(String classPath, Path archive) {

    /** What is on this class path, ready to be archived below this directory; only jars can be. */
    public static SharedClasses of(String classPath, Path directory) {
        List<String> jars = new ArrayList<>();
        for (String entry : List.of(classPath.split(File.pathSeparator, -1))) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                jars.add(jar(path, directory.resolve("classes-" + jars.size() + ".jar")));
            } else if (Files.exists(path)) {
                jars.add(path.toAbsolutePath().toString());
            }
        }
        return new SharedClasses(String.join(File.pathSeparator, jars), directory.resolve("classes.jsa"));
    }

    private static String jar(Path classes, Path jar) {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(path).toString().replace(File.separatorChar, '/')));
                Files.copy(path, out);
            }
            return jar.toString();
        } catch (IOException e) {
            throw new UncheckedIOException("The classes in " + classes + " cannot be packed", e);
        }
    }

    /** For the first, which leaves the archive behind when it ends in good order; for those after it, which do without if it is not there. */
    public List<String> options() {
        return List.of((Files.exists(archive) ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=") + archive);
    }
}
