package io.baton.faults.once;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A record that is to be changed once. */
@Entity(name = "assignment")
class Assignment {

    @Id
    private long id;

    private boolean delivered;

    /** For JPA. */
    Assignment() {}

    boolean isDelivered() {
        return delivered;
    }

    void deliver() {
        delivered = true;
    }
}
