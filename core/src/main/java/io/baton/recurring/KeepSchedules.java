package io.baton.recurring;

import io.baton.database.Transactions;
import io.baton.job.WorkerStore;
import io.baton.loop.LogText;
import io.baton.loop.SweepTask;
import io.baton.recurring.DeclareSchedules.Known;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Marks the schedules that this node knows, declares lost schedules again, and stops schedules that no node has known for an hour. */
public final class KeepSchedules implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(KeepSchedules.class);
    private static final Duration GONE_AFTER = Duration.ofHours(1);
    private static final Duration REFRESHED_AFTER = Duration.ofMinutes(10);
    private static final Duration INTERVAL = Duration.ofMinutes(3);
    private static final Duration UNTIL_KNOWN = Duration.ofSeconds(1);
    private static final int PORTION = 500;

    private final ScheduleStore store;
    private final WorkerStore workers;
    private final Transactions transactions;
    private final DeclareSchedules declared;
    private String after = "";

    public KeepSchedules(
            ScheduleStore store, WorkerStore workers, Transactions transactions, DeclareSchedules declared) {
        this.store = store;
        this.workers = workers;
        this.transactions = transactions;
        this.declared = declared;
    }

    @Override
    public Duration sweep() {
        Known known = declared.known();
        if (known == null) {
            return UNTIL_KNOWN;
        }
        String from = after;
        Optional<String> last = transactions.run(
                () -> store.markKnown(known.definitions().keySet(), known.types(), REFRESHED_AFTER, from, PORTION));
        after = last.orElse("");
        if (last.isPresent()) {
            return Duration.ZERO;
        }
        restore(known.definitions());
        List<String> gone = transactions.run(
                () -> workers.presentFor(GONE_AFTER) ? store.stopUnknown(GONE_AFTER, PORTION) : List.<String>of());
        gone.forEach(name -> log.warn(
                "The recurring job '{}' has stopped: no living node has had its @Recurring method, or a handler for its type, for an"
                        + " hour. Start a node that has it, or remove it with RecurringJobs.remove",
                LogText.of(name)));
        return gone.size() == PORTION ? Duration.ZERO : INTERVAL;
    }

    /** Declares schedules of this node again that do not exist: a failover may have lost recent declarations, and nothing else removes them. */
    private void restore(Map<String, Definition> definitions) {
        Set<String> names = definitions.keySet();
        Set<String> existing = names.isEmpty() ? names : transactions.single(() -> store.existing(names));
        for (Definition each : definitions.values()) {
            if (!existing.contains(each.name()) && transactions.run(() -> store.insert(each, each.digest()))) {
                log.warn(
                        "The recurring job '{}' is declared again. It did not exist any more, such as after a failover that lost it",
                        LogText.of(each.name()));
            }
        }
    }
}
