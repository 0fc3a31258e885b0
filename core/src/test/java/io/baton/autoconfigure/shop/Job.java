package io.baton.autoconfigure.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;

/** Something of the application's that is called what Baton's jobs are called. */
@Entity
public class Job {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    private String employer;

    protected Job() {}

    public Job(String employer) {
        this.employer = employer;
    }

    public String employer() {
        return employer;
    }
}
