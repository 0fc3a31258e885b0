package io.baton.autoconfigure;

import io.baton.MissedTicks;
import io.baton.Rate;
import io.baton.Recurrence;
import io.baton.Shares;
import io.baton.calendar.Calendars;
import io.baton.calendar.OpeningHours;
import io.baton.calendar.WorkCalendar;
import io.baton.handler.RetryRule;
import io.baton.job.Retention;
import io.baton.operator.Access;
import io.baton.type.Names;
import io.baton.wiring.ApplicationSide;
import io.baton.wiring.WorkerSide;
import io.baton.worker.WorkerSettings;
import io.baton.worker.WorkerSettings.Fairness;
import io.baton.worker.WorkerSettings.QueueSettings;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.ApplicationContext;
import org.springframework.util.unit.DataSize;

/**
 * The properties of an application.
 *
 * @param enabled Whether Baton is enabled.
 * @param semaphores How many jobs that need a permit of each semaphore run at once in the whole cluster.
 * @param rateLimits How many jobs that are limited by each rate start in a period in the whole cluster.
 * @param calendars The days without work, of recurring jobs and of the windows of queues.
 * @param recurring When jobs recur. These values replace those of the annotations.
 * @param queues How much of each queue this node runs; the worker's settings apply unless set.
 */
@ConfigurationProperties("baton")
record BatonProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Worker worker,
        @DefaultValue Map<String, Integer> semaphores,
        @DefaultValue Map<String, RateLimit> rateLimits,
        @DefaultValue Batches batches,
        @DefaultValue Once once,
        @DefaultValue Unique unique,
        @DefaultValue Map<String, Calendar> calendars,
        @DefaultValue Map<String, Recurring> recurring,
        @DefaultValue Map<String, Queue> queues,
        @DefaultValue Retry retry,
        @DefaultValue Payload payload,
        @DefaultValue Retain retention,
        @DefaultValue Schema schema,
        @DefaultValue Enqueue enqueue,
        @DefaultValue Wakeup wakeup,
        @DefaultValue Health health,
        @DefaultValue Alerts alerts,
        @DefaultValue Dashboard dashboard) {

    private static final int MOST_AT_ONCE = 10_000;
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

    BatonProperties {
        semaphores = present(semaphores);
        semaphores.forEach((name, permits) -> {
            String property = PropertyRules.ofLimit("baton.semaphores", name);
            PropertyRules.atLeast(0, property, permits);
        });
        rateLimits = present(rateLimits);
        rateLimits.forEach((name, limit) -> limit.check(PropertyRules.ofLimit("baton.rate-limits", name)));
        recurring = present(recurring);
        recurring.forEach((name, each) -> each.check("baton.recurring" + Names.inProperty(name)));
        queues = present(queues);
        queues.forEach((name, queue) -> queue.check("baton.queues." + name, worker));
        calendars = present(calendars);
        Calendars known = known(calendars, queues);
        recurring.forEach((name, each) -> PropertyRules.accepted(
                "baton.recurring" + Names.inProperty(name) + ".calendar", nameOf(each.calendar()), known::get));
    }

    private static Calendars known(Map<String, Calendar> calendars, Map<String, Queue> queues) {
        Calendars known = new Calendars(new LinkedHashMap<>(), new LinkedHashMap<>());
        calendars.forEach((name, each) -> {
            String property = "baton.calendars" + Names.inProperty(name);
            PropertyRules.accepted(property + ".zone", each.zone(), Recurrence.cron(Recurrence.NEVER)::zone);
            ZoneId zone = Recurrence.cron(Recurrence.NEVER).zone(each.zone()).zone();
            PropertyRules.accepted(
                    property + ".closed", each.closed(), days -> known.named().put(name, WorkCalendar.of(zone, days)));
        });
        queues.forEach((name, queue) -> {
            String property = "baton.queues" + Names.inProperty(name);
            PropertyRules.accepted(property + ".calendar", nameOf(queue.calendar()), known::get);
            PropertyRules.check(
                    queue.calendar() == null || !queue.open().isEmpty(),
                    property + ".calendar",
                    "set without " + property + ".open",
                    "set beside it");
            String calendar = nameOf(queue.calendar());
            WorkCalendar days = calendar == null ? WorkCalendar.EVERY_DAY : known.get(calendar);
            PropertyRules.accepted(
                    property + ".open",
                    queue.open().isEmpty() ? null : String.join(",", queue.open()),
                    text -> known.queues().put(name, OpeningHours.of(text, days)));
        });
        return known;
    }

    private static @Nullable String nameOf(@Nullable String calendar) {
        return calendar == null || calendar.isBlank() ? null : calendar;
    }

    ApplicationSide.Settings ofApplication(BatonDatabase database, Supplier<@Nullable DataSource> listensOn) {
        Map<String, Rate> rates = new LinkedHashMap<>();
        rateLimits.forEach((name, limit) -> rates.put(name, limit.rate()));
        Map<String, String> fairBy = new LinkedHashMap<>();
        queues.forEach((name, queue) -> {
            if (queue.fairBy() != null) {
                fairBy.put(name, queue.fairBy());
            }
        });
        return new ApplicationSide.Settings(
                database.dataSource(),
                database.schema(),
                retention.retention(),
                unique.retention(),
                once.retention(),
                payload.bytes(),
                enqueue.allowForeignTransaction(),
                semaphores,
                rates,
                fairBy,
                known(calendars, queues),
                wakeup.listenNotify(),
                listensOn);
    }

    /** Returns the settings of the worker; without an executor it has its own threads. */
    WorkerSide.Settings ofWorker(
            Duration shutdownTimeout, @Nullable Executor threads, @Nullable ApplicationContext context) {
        Map<String, QueueSettings> sizes = new LinkedHashMap<>();
        queues.forEach((name, queue) -> sizes.put(name, queue.settings(worker)));
        Map<String, UnaryOperator<Recurrence>> changed = new LinkedHashMap<>();
        recurring.forEach((name, each) -> changed.put(name, each::instead));
        return new WorkerSide.Settings(
                worker.name(),
                worker.queues(),
                sizes,
                QueueSettings.of(worker.concurrency()),
                new WorkerSettings.Times(
                        worker.pollInterval(), worker.heartbeat(), worker.deadAfter(), shutdownTimeout),
                retry.maxAttempts(),
                batches.retention().completed(),
                changed,
                threads,
                alerts.lateAfter(),
                context);
    }

    private static void checkPath(String property, String path, String example) {
        PropertyRules.check(
                PATH.matcher(path).matches(),
                property,
                path,
                "a path as " + example
                        + ", of letters, digits, \"-\", \".\", \"_\" and \"~\", without a slash at its end");
    }

    /** Returns the entries that have a value. */
    private static <T> Map<String, T> present(Map<String, @Nullable T> all) {
        Map<String, T> present = new LinkedHashMap<>();
        all.forEach((name, each) -> {
            if (each != null) {
                present.put(name, each);
            }
        });
        return Collections.unmodifiableMap(present);
    }

    /**
     * How this node works.
     *
     * @param enabled Whether this node runs jobs; if not, it can still enqueue them.
     * @param name Name of this worker for operators, at most 200 characters; host and process id unless set.
     * @param queues Queues that this node serves; all that its handlers and properties name, and default, unless set.
     * @param concurrency How many handlers of a queue run at once on this node; 10,000 at most.
     * @param pollInterval How often queues are polled where no notification arrives.
     * @param heartbeat Interval of the heartbeats of a worker.
     * @param deadAfter How long a worker has no heartbeat before its jobs are reclaimed: longer than two heartbeats, at most an hour. The worker's
     *     own value counts, so nodes may differ.
     */
    record Worker(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("") String name,
            @DefaultValue Set<String> queues,
            @DefaultValue("10") int concurrency,
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
            PropertyRules.positive("baton.worker.poll-interval", pollInterval);
            PropertyRules.positive("baton.worker.heartbeat", heartbeat);
            PropertyRules.check(
                    deadAfter.compareTo(heartbeat.multipliedBy(2)) > 0,
                    "baton.worker.dead-after",
                    deadAfter,
                    "longer than two heartbeats (baton.worker.heartbeat is " + PropertyRules.text(heartbeat)
                            + "), or a live worker would count as dead");
            PropertyRules.check(
                    deadAfter.compareTo(LONGEST_DEAD_AFTER) <= 0,
                    "baton.worker.dead-after",
                    deadAfter,
                    "at most " + PropertyRules.text(LONGEST_DEAD_AFTER));
        }
    }

    /**
     * How many jobs start in a period in the whole cluster.
     *
     * @param permits How many jobs start in each period.
     * @param per The period.
     * @param burst How many jobs may start at once after a time in which none did. Unless set, the permits of a tenth of a second: at least one, and
     *     at least two above five permits per second.
     */
    record RateLimit(
            @Nullable Integer permits,
            @DefaultValue("1s") Duration per,
            @Nullable Integer burst) {

        private void check(String name) {
            PropertyRules.check(permits != null, name + ".permits", "not set", "from 1 to 1000000");
            PropertyRules.accepted(name + ".permits", permits, each -> Rate.of(each, Duration.ofSeconds(1)));
            PropertyRules.accepted(name + ".per", per, each -> Rate.of(1, each));
            PropertyRules.accepted(
                    name + ".burst", burst, each -> Rate.of(1, per).withBurst(each));
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
     * @param fairBy The label whose value is the share of a job, unless it names its share in another way.
     * @param weights The weights of shares, from 1 to 1000; 1 unless set here or at run time.
     * @param reserve How many of the handlers no single share may occupy.
     * @param cost What shares pay for: the number of their jobs, or the time of their runs.
     * @param open The windows in which jobs may start, such as "Mon-Fri 08:00-18:00"; always unless set.
     * @param calendar The calendar of the windows: their time zone, and the days without work; UTC and every day unless set.
     */
    record Queue(
            @Nullable Integer concurrency,
            @Nullable String fairBy,
            @DefaultValue Map<String, Integer> weights,
            @DefaultValue("0") int reserve,
            @DefaultValue("jobs") Cost cost,
            @DefaultValue Set<String> open,
            @Nullable String calendar) {

        enum Cost {
            JOBS,
            TIME
        }

        Queue {
            weights = present(weights);
        }

        private void check(String name, Worker defaults) {
            PropertyRules.between(1, MOST_AT_ONCE, name + ".concurrency", places(defaults));
            PropertyRules.accepted(name + ".fair-by", fairBy, Names::label);
            weights.forEach((share, weight) -> {
                PropertyRules.accepted(name + ".weights", share, Names::wholeShare);
                PropertyRules.between(1, Shares.MOST_WEIGHT, name + ".weights." + share, weight);
            });
            PropertyRules.between(0, places(defaults) - 1, name + ".reserve", reserve);
        }

        private int places(Worker defaults) {
            return concurrency != null ? concurrency : defaults.concurrency();
        }

        QueueSettings settings(Worker defaults) {
            return QueueSettings.of(places(defaults)).with(new Fairness(weights, reserve, cost == Cost.TIME));
        }
    }

    /**
     * Days without work.
     *
     * @param zone The time zone of the windows of queues.
     * @param closed The dates, such as 2026-12-25, and the days of the week, such as SATURDAY, without work.
     */
    record Calendar(
            @DefaultValue("UTC") String zone, @DefaultValue Set<String> closed) {}

    /**
     * When failed jobs are tried again, unless their handler says otherwise.
     *
     * @param maxAttempts How often a job may fail before it is dead.
     * @param delay Wait after the first failure.
     * @param multiplier Factor by which each further wait grows.
     * @param maxDelay Longest wait.
     */
    record Retry(
            @DefaultValue("10") int maxAttempts,
            @DefaultValue("1s") Duration delay,
            @DefaultValue("2") double multiplier,
            @DefaultValue("1h") Duration maxDelay) {

        private static final double JITTER = 0.2;

        Retry {
            PropertyRules.atLeast(1, "baton.retry.max-attempts", maxAttempts);
            PropertyRules.notNegative("baton.retry.delay", delay);
            PropertyRules.notNegative("baton.retry.max-delay", maxDelay);
            PropertyRules.check(multiplier >= 1, "baton.retry.multiplier", multiplier, "at least 1");
        }

        RetryRule rule() {
            return new RetryRule(delay, multiplier, maxDelay, JITTER, List.of());
        }
    }

    /**
     * @param maxSize How large the stored text of a payload, checkpoint or result may be.
     * @param compressFrom From which size on payloads, checkpoints and results are compressed; never unless set.
     */
    record Payload(
            @DefaultValue("1MB") DataSize maxSize, @Nullable DataSize compressFrom) {

        Payload {
            PropertyRules.size("baton.payload.max-size", maxSize);
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
     * @param dead How long dead jobs are kept; for ever unless set.
     */
    record Retain(
            @DefaultValue("7d") Duration completed,
            @DefaultValue("7d") Duration cancelled,
            @Nullable Duration dead) {

        private static final int LONGEST_RESULT = 4_096;

        Retain {
            PropertyRules.notNegative("baton.retention.completed", completed);
            PropertyRules.notNegative("baton.retention.cancelled", cancelled);
            if (dead != null) {
                PropertyRules.notNegative("baton.retention.dead", dead);
            }
        }

        Retention retention() {
            return new Retention(completed, cancelled, dead, LONGEST_RESULT);
        }
    }

    /**
     * How long batches are kept, and who can use them.
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
     * @param path Path of the calls.
     */
    record BatchWeb(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("/baton/batches") String path) {

        BatchWeb {
            checkPath("baton.batches.web.path", path, "/baton/batches");
        }
    }

    /** @param completed How long complete batches are kept. */
    record BatchRetention(@DefaultValue("7d") Duration completed) {

        BatchRetention {
            PropertyRules.notNegative("baton.batches.retention.completed", completed);
        }
    }

    /** @param retention How long the key of a business day is held, from the enqueue on. */
    record Unique(@DefaultValue("30d") Duration retention) {

        Unique {
            PropertyRules.positive("baton.unique.retention", retention);
        }
    }

    /** @param retention How long Once keeps the record of an action. */
    record Once(@DefaultValue("30d") Duration retention) {

        Once {
            PropertyRules.positive("baton.once.retention", retention);
        }
    }

    /**
     * When a job recurs. These values replace those of the annotation.
     *
     * @param cron Cron expression of six fields; - means never.
     * @param zone Time zone.
     * @param every Interval, in place of a cron expression.
     * @param missed How missed ticks are treated.
     * @param overlap Whether a tick has its job although the last job has not ended.
     */
    record Recurring(
            @Nullable String cron,
            @Nullable String zone,
            @Nullable Duration every,
            @Nullable MissedTicks missed,
            @Nullable Boolean overlap,
            @Nullable String calendar) {

        private void check(String name) {
            PropertyRules.check(
                    cron == null || every == null,
                    name + ".every",
                    "set beside " + name + ".cron",
                    "the only one of the two");
            PropertyRules.accepted(name + ".cron", cron, Recurrence::cron);
            PropertyRules.accepted(name + ".every", every, Recurrence::every);
            PropertyRules.accepted(name + ".zone", zone, Recurrence.cron(Recurrence.NEVER)::zone);
        }

        /** Returns the recurrence of the code, with the values of this property that are set. */
        Recurrence instead(Recurrence code) {
            Recurrence ticks = code;
            if (cron != null || every != null) {
                ticks = (cron != null ? Recurrence.cron(cron) : Recurrence.every(Objects.requireNonNull(every)))
                        .zone(code.zone());
            }
            return (zone == null ? ticks : ticks.zone(zone))
                    .missed(missed == null ? code.missed() : missed)
                    .overlap(overlap == null ? code.overlap() : overlap)
                    .calendar(calendar == null ? code.calendar() : calendar);
        }
    }

    /**
     * Where Baton's tables are, and what creates them.
     *
     * @param migrate Whether Baton creates and updates its tables at start; if not, it only checks them.
     * @param name Schema of Baton's tables; that of the connections, or of Hibernate's default schema, unless set.
     */
    record Schema(
            @DefaultValue("true") boolean migrate, @Nullable String name) {}

    /** @param allowForeignTransaction Whether enqueueing is allowed within a transaction of another data source, which does not carry the job. */
    record Enqueue(@DefaultValue("false") boolean allowForeignTransaction) {}

    /**
     * How nodes notify each other of new jobs.
     *
     * @param listenNotify Whether nodes on PostgreSQL notify each other through LISTEN and NOTIFY.
     * @param jdbcUrl JDBC URL for LISTEN, which bypasses a pooling proxy; the data source's unless set.
     */
    record Wakeup(
            @DefaultValue("true") boolean listenNotify,
            @Nullable String jdbcUrl) {}

    /** @param maxDueAge For how long a job may have been due before the health is down; any time unless set. */
    record Health(@Nullable Duration maxDueAge) {

        Health {
            if (maxDueAge != null) {
                PropertyRules.positive("baton.health.max-due-age", maxDueAge);
            }
        }
    }

    /** @param lateAfter For how long a job may have been due before listeners of alerts are notified. */
    record Alerts(@DefaultValue("5m") Duration lateAfter) {

        Alerts {
            PropertyRules.positive("baton.alerts.late-after", lateAfter);
        }
    }

    /**
     * The web page for operators.
     *
     * @param enabled Whether there is a dashboard; needs Spring MVC.
     * @param path Path of the dashboard.
     * @param writes Whether jobs, queues, limits, flows and recurring jobs can be changed on the dashboard and through the actuator endpoint.
     * @param showValues Whether payloads, results and messages of errors are shown on the dashboard and through the actuator endpoint.
     * @param role Role that users of the dashboard must have; none unless set.
     * @param writeRole Further role that users must have to change anything; none unless set.
     */
    record Dashboard(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("/baton/dashboard") String path,
            @DefaultValue("false") boolean writes,
            @DefaultValue("false") boolean showValues,
            @Nullable String role,
            @Nullable String writeRole) {

        Dashboard {
            checkPath("baton.dashboard.path", path, "/baton/dashboard");
        }

        Access access() {
            return new Access(writes, showValues, role, writeRole);
        }
    }
}
