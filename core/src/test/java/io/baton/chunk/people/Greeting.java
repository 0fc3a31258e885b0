package io.baton.chunk.people;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A person was greeted, which happens once. */
@Entity
public class Greeting {

    @Id
    private long person;

    protected Greeting() {}

    public Greeting(long person) {
        this.person = person;
    }

    public long person() {
        return person;
    }
}
