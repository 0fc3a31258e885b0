package io.baton.benchmark.baton;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** How often a job was committed. */
@Entity
@Table(name = "tally")
class Tally {

    @Id
    private long id;

    private int updates;

    long id() {
        return id;
    }

    int updates() {
        return updates;
    }

    void touch() {
        updates++;
    }
}
