package io.baton.sample.files;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What can be set about files.
 *
 * @param directory the folder of the inbox, the same for all instances on this machine
 * @param maxFileSize the largest file that is taken
 * @param pace how long a file's handler waits before it works, so that a person can watch
 * @param zone where business days begin
 */
@ConfigurationProperties("sample")
public record FilesProperties(
        Path directory,
        DataSize maxFileSize,
        @DefaultValue("300ms") Duration pace,
        ZoneId zone) {

    /** Where people drop files. */
    public Path inbox() {
        return directory.resolve("inbox");
    }

    /** Where a file lies between the inbox and the database. */
    Path taken() {
        return directory.resolve("taken");
    }

    /** Where files lie that are too large. */
    Path refused() {
        return directory.resolve("refused");
    }
}
