package io.baton.permit;

import io.baton.Rate;
import io.baton.RateLimitDetails;
import io.baton.RateLimits;
import io.baton.database.Transactions;
import io.baton.type.Names;
import java.util.Optional;

/** The bean {@link RateLimits}. */
public final class PermitRateLimits implements RateLimits {

    private final PermitStore store;
    private final Transactions transactions;
    private final LimitDefinitions definitions;

    public PermitRateLimits(PermitStore store, Transactions transactions, DirtyLimits dirty) {
        this.store = store;
        this.transactions = transactions;
        this.definitions = new LimitDefinitions(store, transactions, dirty);
    }

    /** Creates or changes a limit as the properties define it, if their value has changed. */
    public void declare(String name, Rate rate) {
        definitions.declare(stored(name), Limit.of(rate));
    }

    /** Creates on these connections those of the properties that do not exist any more. */
    public void restore(PermitStore on, Transactions through) {
        definitions.restore(on, through);
    }

    @Override
    public boolean define(String name, Rate rate) {
        return definitions.define(stored(name), Limit.of(rate));
    }

    @Override
    public void change(String name, Rate rate) {
        if (!definitions.change(stored(name), Limit.of(rate))) {
            throw definitions.unknown(stored(name), "rate limit", "RateLimits.define or baton.rate-limits");
        }
    }

    @Override
    public Optional<RateLimitDetails> inspect(String name) {
        String stored = stored(name);
        return transactions.run(() -> store.findRate(stored));
    }

    private static String stored(String name) {
        return Names.storedRate(Names.limitOrKey(name));
    }
}
