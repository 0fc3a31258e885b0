package io.baton.permit;

import io.baton.BatonException;
import io.baton.SemaphoreDetails;
import io.baton.Semaphores;
import io.baton.database.Transactions;
import io.baton.type.Names;
import java.util.Optional;

/** The bean {@link Semaphores}. */
public final class PermitSemaphores extends LimitDefinitions implements Semaphores {

    public PermitSemaphores(PermitStore store, Transactions transactions, DirtyLimits dirty) {
        super(store, transactions, dirty);
    }

    /** Creates or changes a semaphore as the properties define it, if the value of the properties has changed. */
    public void declare(String name, int capacity) {
        declare(checked(name, capacity), Limit.of(capacity));
    }

    @Override
    public boolean define(String name, int capacity) {
        return define(checked(name, capacity), Limit.of(capacity));
    }

    @Override
    public void resize(String name, int capacity) {
        if (!change(checked(name, capacity), Limit.of(capacity))) {
            throw unknown(name, "semaphore", "Semaphores.define or baton.semaphores");
        }
    }

    @Override
    public Optional<SemaphoreDetails> inspect(String name) {
        String checked = Names.limitOrKey(name);
        return transactions.run(() -> store.find(checked));
    }

    private static String checked(String name, int capacity) {
        if (capacity < 0) {
            throw new BatonException(
                    "The semaphore \"" + name + "\" cannot have " + capacity + " permits; 0 lets no further job start");
        }
        return Names.limitOrKey(name);
    }
}
