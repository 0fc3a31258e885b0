package io.baton.benchmark.baton;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** What an application saves, as it were. */
@Entity
@Table(name = "note")
class Note {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String text;

    /** For Hibernate. */
    Note() {
        this("");
    }

    Note(String text) {
        this.text = text;
    }

    @Nullable
    Long id() {
        return id;
    }

    String text() {
        return text;
    }
}
