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

    private int touched;

    long id() {
        return id;
    }

    int touched() {
        return touched;
    }

    void touch() {
        touched++;
    }
}
