package io.baton.benchmark.baton;

import static java.util.Objects.requireNonNull;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.stereotype.Component;

/** Changes entities in the current transaction. */
@Component
@Profile("jpa")
class Tallies {

    private final EntityManager entities;

    Tallies(EntityManagerFactory factory) {
        this.entities = SharedEntityManagerCreator.createSharedEntityManager(factory);
    }

    void touch(long id) {
        requireNonNull(entities.find(Tally.class, id)).touch();
    }

    void save(Note note) {
        entities.persist(note);
    }
}
