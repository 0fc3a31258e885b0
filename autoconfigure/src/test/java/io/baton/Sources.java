package io.baton;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Java sources of the three modules that rules about text hold for. */
final class Sources {

    private static final List<Path> ROOTS = roots("src/main/java");

    private Sources() {}

    private static List<Path> roots(String folder) {
        return Stream.of("../core", "../console", ".")
                .map(module -> Path.of(module, folder))
                .toList();
    }

    /** Returns the files whose path below the root begins with the given folder, such as {@code io/baton/job}. */
    static List<Path> below(String folder) {
        return below(ROOTS, folder);
    }

    /** Returns the tests of the three modules, and what they share. */
    static List<Path> tests() {
        return below(roots("src/test/java"), "io/baton");
    }

    private static List<Path> below(List<Path> roots, String folder) {
        List<Path> found = new ArrayList<>();
        for (Path root : roots) {
            if (Files.isDirectory(root.resolve(folder))) {
                try (Stream<Path> files = Files.walk(root.resolve(folder))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return found;
    }

    /** Returns the path of a file below the root that it lies in, with slashes. */
    static String path(Path file) {
        Path root = ROOTS.stream().filter(file::startsWith).findFirst().orElseThrow();
        return root.relativize(file).toString().replace('\\', '/');
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
