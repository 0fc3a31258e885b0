package io.baton.sample.files;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties of files.
 *
 * @param directory the folder of the inbox, the same for all instances on this machine
 * @param maxFileSize the largest file that is accepted
 * @param pace how long a file's handler waits before it works, so that a user can watch
 * @param zone where business days begin
 */
@ConfigurationProperties("sample")
public record FilesProperties(
        Path directory,
        DataSize maxFileSize,
        @DefaultValue("300ms") Duration pace,
        ZoneId zone) {

    /** Returns the folder into which users drop files. */
    public Path inbox() {
        return directory.resolve("inbox");
    }

    /** Returns the folder of files between the inbox and the database. */
    Path taken() {
        return directory.resolve("taken");
    }

    /** Returns the folder of files that are too large. */
    Path refused() {
        return directory.resolve("refused");
    }
}
