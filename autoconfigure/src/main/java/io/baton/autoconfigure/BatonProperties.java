package io.baton.autoconfigure;

import io.baton.Rate;
import io.baton.handler.RetryRule;
import io.baton.job.Retention;
import io.baton.once.OnceSettings;
import io.baton.worker.ErrorDetail;
import io.baton.worker.QueueSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What an application can set.
 *
 * @param enabled Whether Baton is there at all.
 * @param worker How this node works.
 * @param semaphores How many jobs that need a permit of each semaphore run at once in the whole cluster.
 * @param rateLimits How many jobs that are limited by each rate start in a period in the whole cluster.
 * @param batches How fan-outs are followed.
 * @param once How things are done once.
 * @param queues How much of each queue this node runs; what is not set is taken from the worker's settings.
 * @param retry When failed jobs are tried again.
 * @param payload What may be stored with a job.
 * @param retention How long jobs that ended are kept.
 * @param schema Where Baton's tables are and who makes them.
 * @param enqueue How enqueueing behaves.
 * @param wakeup How sleeping workers learn of jobs that other nodes enqueue.
 * @param unknownType What becomes of jobs that no node can run.
 * @param logging What reaches the log.
 */
@ConfigurationProperties("baton")
record BatonProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Worker worker,
        @DefaultValue Map<String, Integer> semaphores,
        @DefaultValue Map<String, RateLimit> rateLimits,
        @DefaultValue Batches batches,
        @DefaultValue Once once,
        @DefaultValue Map<String, Queue> queues,
        @DefaultValue Retry retry,
        @DefaultValue Payload payload,
        @DefaultValue Retain retention,
        @DefaultValue Schema schema,
        @DefaultValue Enqueue enqueue,
        @DefaultValue Wakeup wakeup,
        @DefaultValue UnknownType unknownType,
        @DefaultValue Logging logging) {

    private static final int MOST_AT_ONCE = 10_000;
    private static final int MOST_PREFETCHED = 100_000;

    BatonProperties {
        semaphores = said(semaphores);
        semaphores.forEach((name, permits) -> {
            String property = PropertyRules.ofLimit("baton.semaphores", name);
            PropertyRules.atLeast(0, property, permits);
        });
        rateLimits = said(rateLimits);
        rateLimits.forEach((name, limit) -> limit.check(PropertyRules.ofLimit("baton.rate-limits", name)));
        queues = said(queues);
        queues.forEach((name, queue) -> queue.check("baton.queues." + name));
    }

    /** Without those of which nothing is said. */
    private static <T> Map<String, T> said(Map<String, @Nullable T> all) {
        Map<String, T> said = new LinkedHashMap<>();
        all.forEach((name, each) -> {
            if (each != null) {
                said.put(name, each);
            }
        });
        return Collections.unmodifiableMap(said);
    }

    /**
     * How this node works.
     *
     * @param enabled Whether this node runs jobs; one that does not can still enqueue them.
     * @param name Label of this worker for people; host and process id unless set.
     * @param queues Queues this node serves; all that its handlers and properties name unless set.
     * @param concurrency How many handlers of a queue run at once on this node.
     * @param maxPrefetch How many jobs of a queue may wait in this node's memory, so that fast handlers find the next one at once.
     * @param pollInterval How often queues are looked at when nothing announces work.
     * @param heartbeat How often a worker says that it lives.
     * @param deadAfter How long a worker is silent before its jobs are taken back.
     */
    record Worker(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("") String name,
            @DefaultValue Set<String> queues,
            @DefaultValue("10") int concurrency,
            @DefaultValue("500") int maxPrefetch,
            @DefaultValue("1s") Duration pollInterval,
            @DefaultValue("2s") Duration heartbeat,
            @DefaultValue("10s") Duration deadAfter) {

        private static final int LONGEST_NAME = 200;
        private static final Duration LONGEST_DEAD_AFTER = Duration.ofHours(1);

        Worker {
            PropertyRules.check(
                    name.length() <= LONGEST_NAME,
                    "baton.worker.name",
                    name.length() + " characters long",
                    "at most " + LONGEST_NAME + " characters long");
            PropertyRules.between(1, MOST_AT_ONCE, "baton.worker.concurrency", concurrency);
            PropertyRules.between(0, MOST_PREFETCHED, "baton.worker.max-prefetch", maxPrefetch);
            PropertyRules.positive("baton.worker.poll-interval", pollInterval);
            PropertyRules.positive("baton.worker.heartbeat", heartbeat);
            PropertyRules.check(
                    deadAfter.compareTo(heartbeat.multipliedBy(2)) > 0,
                    "baton.worker.dead-after",
                    PropertyRules.text(deadAfter),
                    "longer than two heartbeats (baton.worker.heartbeat is " + PropertyRules.text(heartbeat)
                            + "), or a worker that lives would be taken for dead");
            PropertyRules.check(
                    deadAfter.compareTo(LONGEST_DEAD_AFTER) <= 0,
                    "baton.worker.dead-after",
                    PropertyRules.text(deadAfter),
                    "at most " + PropertyRules.text(LONGEST_DEAD_AFTER));
        }
    }

    /**
     * How many jobs start in a period in the whole cluster.
     *
     * @param permits How many jobs start in each period.
     * @param per The period.
     * @param burst How many may start at once after a time in which none did; as many as come in a tenth of a second, and at least one, unless
     *     set.
     */
    record RateLimit(
            @Nullable Integer permits,
            @DefaultValue("1s") Duration per,
            @Nullable Integer burst) {

        static final List<String> OPTIONS = List.of("permits", "per", "burst");

        private static final int MOST = 1_000_000;
        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofDays(366);

        private void check(String name) {
            PropertyRules.check(permits != null, name + ".permits", "not set", "from 1 to " + MOST);
            PropertyRules.between(1, MOST, name + ".permits", Objects.requireNonNull(permits));
            PropertyRules.check(
                    per.compareTo(SHORTEST) >= 0 && per.compareTo(LONGEST) <= 0,
                    name + ".per",
                    PropertyRules.text(per),
                    "from " + PropertyRules.text(SHORTEST) + " to " + LONGEST.toDays() + "d");
            if (burst != null) {
                PropertyRules.between(1, MOST, name + ".burst", burst);
            }
        }

        Rate rate() {
            Rate rate = Rate.of(Objects.requireNonNull(permits), per);
            return burst == null ? rate : rate.withBurst(burst);
        }
    }

    /**
     * How much of a queue this node runs.
     *
     * @param concurrency How many handlers of this queue run at once on this node.
     * @param maxPrefetch How many jobs of this queue may wait in this node's memory.
     */
    record Queue(@Nullable Integer concurrency, @Nullable Integer maxPrefetch) {

        static final List<String> OPTIONS = List.of("concurrency", "max-prefetch");

        private void check(String name) {
            if (concurrency != null) {
                PropertyRules.between(1, MOST_AT_ONCE, name + ".concurrency", concurrency);
            }
            if (maxPrefetch != null) {
                PropertyRules.between(0, MOST_PREFETCHED, name + ".max-prefetch", maxPrefetch);
            }
        }

        QueueSettings settings(Worker defaults) {
            return new QueueSettings(
                    concurrency != null ? concurrency : defaults.concurrency(),
                    maxPrefetch != null ? maxPrefetch : defaults.maxPrefetch());
        }
    }

    /**
     * When failed jobs are tried again, unless their handler says otherwise.
     *
     * @param maxAttempts How often a job may fail before it is dead.
     * @param delay Wait after the first failure.
     * @param multiplier Factor by which each further wait grows.
     * @param maxDelay Longest wait.
     * @param jitter Share of each wait that is random, from 0 to 1.
     */
    record Retry(
            @DefaultValue("10") int maxAttempts,
            @DefaultValue("1s") Duration delay,
            @DefaultValue("2") double multiplier,
            @DefaultValue("1h") Duration maxDelay,
            @DefaultValue("0.2") double jitter) {

        Retry {
            PropertyRules.atLeast(1, "baton.retry.max-attempts", maxAttempts);
            PropertyRules.notNegative("baton.retry.delay", delay);
            PropertyRules.notNegative("baton.retry.max-delay", maxDelay);
            PropertyRules.check(multiplier >= 1, "baton.retry.multiplier", multiplier, "at least 1");
            PropertyRules.check(jitter >= 0 && jitter <= 1, "baton.retry.jitter", jitter, "from 0 to 1");
        }

        RetryRule rule() {
            return new RetryRule(delay, multiplier, maxDelay, jitter, List.of());
        }
    }

    /**
     * What may be stored with a job.
     *
     * @param maxSize How large the JSON of a payload or checkpoint may be.
     */
    record Payload(@DefaultValue("1MB") DataSize maxSize) {

        Payload {
            PropertyRules.size(1, "baton.payload.max-size", maxSize);
        }

        int bytes() {
            return Math.toIntExact(maxSize.toBytes());
        }
    }

    /**
     * How long jobs that ended are kept.
     *
     * @param completed How long completed jobs are kept in history; zero keeps none.
     * @param cancelled How long cancelled jobs are kept in history; zero keeps none.
     * @param dead How long dead jobs wait for a person; for ever unless set.
     * @param resultMaxSize How long the JSON of a result may be to be kept in history.
     */
    record Retain(
            @DefaultValue("7d") Duration completed,
            @DefaultValue("7d") Duration cancelled,
            @Nullable Duration dead,
            @DefaultValue("4KB") DataSize resultMaxSize) {

        Retain {
            PropertyRules.notNegative("baton.retention.completed", completed);
            PropertyRules.notNegative("baton.retention.cancelled", cancelled);
            if (dead != null) {
                PropertyRules.notNegative("baton.retention.dead", dead);
            }
            PropertyRules.size(0, "baton.retention.result-max-size", resultMaxSize);
        }

        Retention retention() {
            return new Retention(completed, cancelled, dead, Math.toIntExact(resultMaxSize.toBytes()));
        }
    }

    /**
     * How fan-outs are followed.
     *
     * @param retention How long batches are kept.
     * @param web Batches over HTTP.
     */
    record Batches(
            @DefaultValue BatchRetention retention,
            @DefaultValue BatchWeb web) {}

    /**
     * Batches over HTTP.
     *
     * @param enabled Whether services that are not on the JVM can use batches over HTTP, as far as the application's security lets them; needs
     *     Spring MVC.
     * @param path Below which the calls are.
     * @param maxItems How many items one call may add.
     */
    record BatchWeb(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("/baton/batches") String path,
            @DefaultValue("10000") int maxItems) {

        private static final int MOST_ITEMS = 10_000_000;
        private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

        BatchWeb {
            PropertyRules.check(
                    PATH.matcher(path).matches(),
                    "baton.batches.web.path",
                    path,
                    "a path as /baton/batches, of letters, digits, \"-\", \".\", \"_\" and \"~\", without a slash at its end");
            PropertyRules.between(1, MOST_ITEMS, "baton.batches.web.max-items", maxItems);
        }
    }

    /**
     * How long batches are kept.
     *
     * @param completed How long batches are kept that are complete.
     * @param abandoned How long batches are kept that are not complete and of which nothing becomes: never sealed, or with items that never end.
     */
    record BatchRetention(
            @DefaultValue("7d") Duration completed,
            @DefaultValue("30d") Duration abandoned) {

        BatchRetention {
            PropertyRules.notNegative("baton.batches.retention.completed", completed);
            PropertyRules.positive("baton.batches.retention.abandoned", abandoned);
        }
    }

    /**
     * What is done once.
     *
     * @param lease How long a claim stands that is made outside of jobs; longer than any such action takes.
     * @param longestWait How long to wait while somebody else does the same.
     * @param retention How long it is kept that something was done.
     * @param lockTimeout How long to wait for the row of an entity; whole seconds.
     */
    record Once(
            @DefaultValue("1m") Duration lease,
            @DefaultValue("10s") Duration longestWait,
            @DefaultValue("30d") Duration retention,
            @DefaultValue("5s") Duration lockTimeout) {

        Once {
            PropertyRules.positive("baton.once.lease", lease);
            PropertyRules.notNegative("baton.once.longest-wait", longestWait);
            PropertyRules.positive("baton.once.retention", retention);
            PropertyRules.positive("baton.once.lock-timeout", lockTimeout);
        }

        OnceSettings settings(int maxOutcome) {
            return new OnceSettings(lease, longestWait, retention, lockTimeout, maxOutcome);
        }
    }

    /**
     * Where Baton's tables are and who makes them.
     *
     * @param migrate Whether Baton makes and updates its tables at start; if not, it only checks them.
     * @param name Schema of Baton's tables; that of the connections, or of Hibernate's default schema, unless set.
     */
    record Schema(
            @DefaultValue("true") boolean migrate, @Nullable String name) {}

    /**
     * How enqueueing behaves.
     *
     * @param allowForeignTransaction Whether enqueueing is allowed within a transaction of another data source, which does not carry the job.
     */
    record Enqueue(@DefaultValue("false") boolean allowForeignTransaction) {}

    /**
     * How sleeping workers learn of jobs that other nodes enqueue.
     *
     * @param listenNotify Whether nodes on PostgreSQL tell each other through LISTEN and NOTIFY.
     * @param jdbcUrl URL to listen on, past a pooling proxy; that of the data source unless set.
     */
    record Wakeup(
            @DefaultValue("true") boolean listenNotify,
            @Nullable String jdbcUrl) {}

    /**
     * What becomes of jobs that no node can run.
     *
     * @param deadAfter How long no worker may have had a handler for a type before its jobs are dead.
     */
    record UnknownType(@DefaultValue("1h") Duration deadAfter) {

        UnknownType {
            PropertyRules.notNegative("baton.unknown-type.dead-after", deadAfter);
        }
    }

    /**
     * What reaches the log.
     *
     * @param errors How much of the exceptions that handlers throw is logged; the database keeps them whole.
     */
    record Logging(@DefaultValue("full") ErrorDetail errors) {}
}
