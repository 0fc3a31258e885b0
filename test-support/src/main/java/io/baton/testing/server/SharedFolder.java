package io.baton.testing.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A folder under {@code target} that is filled once, whichever of the JVMs that test at the same time comes first. */
record SharedFolder(Path path) {

    /** Puts files into an empty directory. */
    interface Content {

        void writeTo(Path directory) throws IOException;
    }

    static SharedFolder of(String name) {
        return new SharedFolder(Path.of("target", name).toAbsolutePath());
    }

    /** Returns the folder when it is whole. One JVM fills it, the others wait: the lock of the file ends with the process that holds it. */
    Path filledWith(Content content) throws IOException {
        synchronized (SharedFolder.class) {
            Path target = Files.createDirectories(path.getParent());
            Path lock = target.resolve(path.getFileName() + ".lock");
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                if (!Files.exists(path)) {
                    Path parts = Files.createTempDirectory(target, path.getFileName() + "-");
                    content.writeTo(parts);
                    Files.move(parts, path);
                }
            }
        }
        return path;
    }
}
