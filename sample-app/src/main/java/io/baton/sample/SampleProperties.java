package io.baton.sample;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What can be set about the sample.
 *
 * @param directory the folder of the database file and of the inbox, the same for all instances
 * @param maxFileSize the largest file that is taken
 * @param pace how long a file's handler waits before it works, so that a person can watch
 */
@ConfigurationProperties("sample")
record SampleProperties(
        Path directory,
        DataSize maxFileSize,
        @DefaultValue("300ms") Duration pace) {

    /** Where people drop files. */
    Path inbox() {
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
