package io.baton.testing.server;

import java.io.IOException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A folder under {@code target} that is filled once, whichever of the JVMs that test at the same time comes first. */
record SharedFolder(Path path) {

    private static final Pattern JAR = Pattern.compile("([^/]+)\\.jar!/");

    /** Puts files into an empty directory. */
    interface Content {

        void writeTo(Path directory) throws IOException;
    }

    /** Returns the folder for what is in the jar of this resource. It has the name of the jar, so that each version has a folder of its own. */
    static SharedFolder of(URL resource) {
        return new SharedFolder(Path.of("target", jar(resource)).toAbsolutePath());
    }

    /** Returns the name of the jar that a resource is in, with its version. */
    static String jar(URL resource) {
        Matcher jar = JAR.matcher(resource.toString());
        if (!jar.find()) {
            throw new IllegalStateException(resource + " is in no jar");
        }
        return jar.group(1);
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
