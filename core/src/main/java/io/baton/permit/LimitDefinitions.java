package io.baton.permit;

import io.baton.BatonException;
import io.baton.Rate;
import io.baton.RateLimitDetails;
import io.baton.RateLimits;
import io.baton.SemaphoreDetails;
import io.baton.Semaphores;
import io.baton.UnknownLimitException;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.loop.LogText;
import io.baton.permit.PermitStore.Repaired;
import io.baton.type.Names;
import io.baton.type.NearMiss;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates and changes limits in transactions of its own, because a transaction that stays open would block every admission for the limit. */
public class LimitDefinitions {

    private static final Logger log = LoggerFactory.getLogger(LimitDefinitions.class);

    /** The most limits that one transaction locks, and the most jobs that it lets wait anew. Admissions for these limits wait meanwhile. */
    private static final int PORTION = 100;

    private static final int MOST_NAMES = 1_000;

    final PermitStore store;
    final Transactions transactions;
    private final DirtyLimits dirty;
    private final Map<String, Limit> declared = new ConcurrentHashMap<>();

    LimitDefinitions(PermitStore store, Transactions transactions, DirtyLimits dirty) {
        this.store = store;
        this.transactions = transactions;
        this.dirty = dirty;
    }

    /** Creates or changes a limit as the properties define it, if the value of the properties has changed. */
    void declare(String name, Limit limit) {
        declared.put(name, limit);
        boolean changed = transactions.run(() -> store.declare(name, limit));
        remember(name);
        if (changed) {
            markAll(name);
        }
    }

    /**
     * Creates limits of the properties that do not exist any more, on these connections. A failover may have lost them, and jobs would wait for ever.
     */
    public void restore(PermitStore on, Transactions through) {
        LimitDefinitions there = new LimitDefinitions(on, through, dirty);
        declared.forEach(there::restore);
    }

    private void restore(String name, Limit limit) {
        if (transactions.run(() -> store.restore(name, limit))) {
            markAll(name);
            log.warn(
                    "The limit '{}' of the properties is defined again. It did not exist any more, such as after a failover that lost it",
                    LogText.of(Names.shownLimit(name)));
        }
    }

    boolean define(String name, Limit limit) {
        boolean defined = OwnTransactions.named(
                "limit " + Names.shownLimit(name), () -> transactions.run(() -> store.define(name, limit)));
        remember(name);
        if (defined) {
            markAll(name);
        }
        return defined;
    }

    public boolean knows(String name) {
        boolean there = transactions.run(() -> store.knows(name));
        if (there && Names.family(name).equals(name)) {
            remember(name);
        }
        return there;
    }

    private void remember(String name) {
        dirty.expect();
        if (Names.family(name).equals(name)) {
            dirty.remember(name);
        }
    }

    boolean change(String name, Limit limit) {
        boolean changed = OwnTransactions.named(
                "limit " + Names.shownLimit(name), () -> transactions.run(() -> store.change(name, limit)));
        if (changed) {
            markAll(name);
        }
        return changed;
    }

    /** Returns the exception for a limit that does not exist, which suggests a similar name. */
    UnknownLimitException unknown(String stored, String noun, String howToDefine) {
        List<String> others = transactions.run(() -> store.families(MOST_NAMES)).stream()
                .filter(name -> Names.isRate(name) == Names.isRate(stored))
                .map(Names::shownLimit)
                .toList();
        String name = Names.shownLimit(stored);
        return new UnknownLimitException("There is no " + noun + " '" + name + "'."
                + NearMiss.question(Names.family(name), others) + " Define it by " + howToDefine);
    }

    /**
     * Marks the limit and its awaited keys. Then, which may fail, lets unclaimed jobs beyond a smaller limit wait anew. Reads keys in portions, each
     * in a transaction of its own.
     */
    private void markAll(String name) {
        boolean hasKeys = Names.family(name).equals(name);
        String start = Names.keyStart(name);
        dirty.mark(Set.of(name));
        if (hasKeys) {
            portions(
                    after -> store.awaited(after, PORTION).stream()
                            .filter(awaited -> awaited.startsWith(start))
                            .toList(),
                    start,
                    keys -> dirty.mark(Set.copyOf(keys)));
        }
        releaseBeyond(List.of(name));
        if (hasKeys) {
            portions(after -> store.keys(name, after, PORTION), start, this::releaseBeyond);
        }
    }

    private void portions(Function<String, List<String>> next, String before, Consumer<List<String>> work) {
        String last = before;
        while (true) {
            String after = last;
            List<String> portion = transactions.run(() -> next.apply(after));
            if (!portion.isEmpty()) {
                work.accept(portion);
            }
            if (portion.size() < PORTION) {
                return;
            }
            last = portion.get(PORTION - 1);
        }
    }

    /** Repeats while jobs were released, since it skips locked rows; for a rate only after full portions, since its permits are soon given again. */
    private void releaseBeyond(List<String> names) {
        int least = Names.isRate(names.get(0)) ? PORTION : 1;
        Repaired beyond;
        do {
            beyond = OwnTransactions.named(
                    "the release of permits beyond limit " + Names.shownLimit(names.get(0))
                            + ", whose change is stored already (resize it once more for the release),",
                    () -> transactions.run(() -> store.releaseBeyond(names, PORTION)));
            dirty.mark(beyond.dirty());
        } while (beyond.repaired() >= least);
    }

    /** The bean {@link Semaphores}. */
    public static final class PermitSemaphores extends LimitDefinitions implements Semaphores {

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
                throw new BatonException("The semaphore \"" + name + "\" cannot have " + capacity
                        + " permits; 0 lets no further job start");
            }
            return Names.limitOrKey(name);
        }
    }

    /** The bean {@link RateLimits}. */
    public static final class PermitRateLimits extends LimitDefinitions implements RateLimits {

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
}
