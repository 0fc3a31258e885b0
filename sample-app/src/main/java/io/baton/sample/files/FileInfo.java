package io.baton.sample.files;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A received file. */
@Entity
@SuppressWarnings("UnusedVariable") // Hibernate reads them
class FileInfo {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String name = "";

    /** Unique, so that a file is received once even if two instances try. */
    private String source = "";

    private Instant receivedAt = Instant.EPOCH;

    /** The last business day on which its amounts were booked. */
    private @Nullable LocalDate bookedOn;

    private int rowCount;

    private @Nullable String bookedBy;

    protected FileInfo() {}

    FileInfo(String name, String source) {
        this.name = name;
        this.source = source;
        this.receivedAt = Instant.now();
    }

    boolean isBookedOn(LocalDate day) {
        return day.equals(bookedOn);
    }

    void bookedOn(LocalDate day, int rows, String instance) {
        bookedOn = day;
        rowCount = rows;
        bookedBy = instance;
    }

    long id() {
        return Objects.requireNonNull(id, "has no id before it is saved");
    }
}
