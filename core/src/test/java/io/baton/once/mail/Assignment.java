package io.baton.once.mail;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A mail that is to be delivered once. */
@Entity
public class Assignment {

    @Id
    private long id;

    private boolean delivered;

    protected Assignment() {}

    public Assignment(long id) {
        this.id = id;
    }

    public boolean isDelivered() {
        return delivered;
    }

    public void delivered() {
        delivered = true;
    }
}
