package io.baton.handler;

import io.baton.JobHandler;
import java.util.concurrent.atomic.AtomicInteger;

/** A package-private handler of a package-private bean, which knows how many of it were made. */
class FileJobs {

    static final AtomicInteger created = new AtomicInteger();

    private final String name;

    FileJobs() {
        this.name = "FileJobs " + created.incrementAndGet();
    }

    @JobHandler("file.process")
    void process(ProcessFile file) {
        Seen.add(name + ": " + file.fileId());
    }
}
