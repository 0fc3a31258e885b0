package io.baton.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Queues that are written for Node; npm installs them when they are first needed. */
final class NodePeers {

    private static final Path SOURCE = Path.of("lab/benchmark/src/main/node");
    private static final Path DIRECTORY = Path.of("lab/benchmark/target/node");
    private static final long LONGEST_INSTALL_MINUTES = 5;

    private NodePeers() {}

    /** Returns why they cannot run here, if so, and says it aloud. */
    static Optional<String> missing(Bench bench) {
        Optional<String> why = install(bench.directory().resolve("npm.log"));
        why.ifPresent(reason ->
                bench.report().note("!!! SKIPPED graphile-worker and pg-boss, which are NOT in this table: " + reason));
        return why;
    }

    private static Optional<String> install(Path log) {
        try {
            Files.createDirectories(DIRECTORY);
            try (Stream<Path> files = Files.list(SOURCE)) {
                for (Path file : files.toList()) {
                    Files.copy(file, DIRECTORY.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            Process npm = new ProcessBuilder("npm", "install", "--prefer-offline", "--no-audit", "--no-fund")
                    .directory(DIRECTORY.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended = npm.waitFor(LONGEST_INSTALL_MINUTES, TimeUnit.MINUTES);
            npm.destroy();
            return ended && npm.exitValue() == 0 ? Optional.empty() : Optional.of("npm install failed, see " + log);
        } catch (IOException e) {
            return Optional.of("there is no npm (" + e.getMessage() + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    static List<String> command(Entrant.Kind kind) {
        return List.of(
                "node",
                "--expose-gc",
                "--max-old-space-size=512",
                DIRECTORY.resolve(kind.contestant + ".js").toString());
    }
}
