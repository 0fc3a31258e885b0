package io.baton.permit;

import io.baton.Rate;
import io.baton.RateLimitDetails;
import io.baton.RateLimits;
import io.baton.database.Transactions;
import io.baton.type.Names;
import java.util.Optional;

/** The bean {@link RateLimits}. */
public final class PermitRateLimits extends LimitDefinitions implements RateLimits {

    public PermitRateLimits(PermitStore store, Transactions transactions, DirtyLimits dirty) {
        super(store, transactions, dirty);
    }

    /** Creates or changes a limit as the properties define it, if the value of the properties has changed. */
    public void declare(String name, Rate rate) {
        declare(stored(name), Limit.of(rate));
    }

    @Override
    public boolean define(String name, Rate rate) {
        return define(stored(name), Limit.of(rate));
    }

    @Override
    public void change(String name, Rate rate) {
        if (!change(stored(name), Limit.of(rate))) {
            throw unknown(stored(name), "rate limit", "RateLimits.define or baton.rate-limits");
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
