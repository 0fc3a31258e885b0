package io.baton.sample;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A file that came in. */
@Entity
@SuppressWarnings("UnusedVariable") // Hibernate reads them
class FileInfo {

    /** Whether the file's rows are in the totals. A file that failed is still only received: its job tells why. */
    enum Status {
        RECEIVED,
        PROCESSED
    }

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String name = "";

    /** Unique, so that a file is received once even if two instances try. */
    private String source = "";

    private String content = "";

    @Enumerated(EnumType.STRING)
    private Status status = Status.RECEIVED;

    private int rowCount;

    private @Nullable String processedBy;

    /** Set by the database. */
    @Column(insertable = false, updatable = false)
    private @Nullable Instant receivedAt;

    protected FileInfo() {}

    FileInfo(String name, String source, String content) {
        this.name = name;
        this.source = source;
        this.content = content;
    }

    /** Notes that the file's rows are in the totals. */
    void processed(int rows, String instance) {
        status = Status.PROCESSED;
        rowCount = rows;
        processedBy = instance;
    }

    long id() {
        return Objects.requireNonNull(id, "has no id before it is saved");
    }

    String content() {
        return content;
    }
}
