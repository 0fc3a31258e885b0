package io.baton.sample.files;

import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.InputStreamSource;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Turns a file into a row and a job, in one transaction: both exist or neither does. */
@Component
class FileIntake {

    private final FileInfos files;
    private final FileContents contents;
    private final FileQueue queue;
    private final FilesProperties properties;

    FileIntake(FileInfos files, FileContents contents, FileQueue queue, FilesProperties properties) {
        this.files = files;
        this.contents = contents;
        this.queue = queue;
        this.properties = properties;
    }

    /**
     * Stores the file and the job that will process it today.
     *
     * @param source identifies this arrival; a known source has no effect
     */
    @Transactional(rollbackFor = IOException.class)
    void receive(@Nullable String name, String source, InputStreamSource content) throws IOException {
        if (files.existsBySource(source)) {
            return;
        }
        long file = files.save(new FileInfo(FileName.shown(name), source)).id();
        try (InputStream stream = content.getInputStream()) {
            contents.store(file, stream);
        }
        queue.add(file, LocalDate.now(properties.zone()));
    }
}
