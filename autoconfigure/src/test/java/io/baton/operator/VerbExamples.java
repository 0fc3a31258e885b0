package io.baton.operator;

import static java.util.Objects.requireNonNull;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.Flow;
import io.baton.Flows;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.OnDuplicate;
import io.baton.Once;
import io.baton.Rate;
import io.baton.RateLimits;
import io.baton.Recurrence;
import io.baton.RecurringJobs;
import io.baton.Semaphores;
import io.baton.Sequences;
import io.baton.Shares;
import io.baton.Signals;
import io.baton.Steps;
import io.baton.actuate.RoleByHeader;
import io.baton.batch.web.WebHost;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;

/** An example of each verb, with objects of its own, so that it does not meet the others. */
final class VerbExamples implements AutoCloseable {

    /** Those that need a row that exists, or the key of one that is not committed. */
    static final Set<String> REFUSED = Set.of(
            "Jobs.enqueue(Object,Consumer) unique",
            "Jobs.enqueue(Object,Consumer) replace",
            "Jobs.enqueueAll(Stream,Consumer) unique",
            "Jobs.cancel(JobId)",
            "Jobs.cancelAll(JobFilter)",
            "Jobs.revive(JobId)",
            "Jobs.reschedule(JobId,Duration)",
            "Jobs.pause(String)",
            "Jobs.resume(String)",
            "Batches.open(String)",
            "Batch.addItems(int)",
            "Batch.addJob(Object,Consumer)",
            "Batch.onComplete(Object,Consumer)",
            "Batch.seal()",
            "Flows.cancel(BatchId)",
            "Flows.start(String,Flow)",
            "Flows.startWithin(JobContext,Flow)",
            "RecurringJobs.change(String,Recurrence)",
            "RecurringJobs.add(String,Recurrence,Object,Consumer)",
            "Once.perform(String,Consumer,OnceAction)",
            "Once.forget(String)",
            "Semaphores.resize(String,int)",
            "RateLimits.change(String,Rate)",
            "Sequences.skip(String)",
            "Sequences.skipAll(String)",
            "Sequences.cancelRest(String)",
            "Steps.forget(JobId,String)",
            "Steps.endWait(JobId,String)",
            "Signals.send(JobId,String,Object,String)",
            "Signals.sendToKey(String,String,String,Object,String)");

    private static final Consumer<JobOptions> LATER = job -> job.delay(Duration.ofHours(1));
    private static final Recurrence DAILY = Recurrence.cron("0 0 3 * * *");
    private static final int DEAD = 12;
    private static final int BLOCKED = 9;
    private static final int SLEEPING = 7;
    private static final String STEP = "cool-off";
    private static final String FRESH = "fresh";

    private static volatile CountDownLatch end = new CountDownLatch(0);
    private static volatile @Nullable JobContext running;

    @JobType(name = "plain")
    record Plain(int number) {}

    @JobType(name = "bulk")
    record Bulk(int number) {}

    @JobType(name = "doomed")
    record Doomed(int number) {}

    @JobType(name = "held")
    record Held() {}

    @JobType(name = "sleeping")
    record Sleeping(int number) {}

    static class Handlers {

        @JobHandler
        void sleep(Sleeping job, JobContext context) {
            context.sleep(STEP, Duration.ofDays(1));
        }

        @JobHandler
        void run(Plain job) {}

        @JobHandler
        void run(Bulk job) {}

        @JobHandler("empty")
        void empty(JobContext context) {}

        @JobHandler("named")
        void named(String text) {}

        @JobHandler
        void fail(Doomed job) {
            throw new JobRejectedException("it is meant to die");
        }

        @JobHandler
        void hold(Held job, JobContext context) throws InterruptedException {
            running = context;
            end.await(5, TimeUnit.MINUTES);
        }
    }

    private final ConfigurableApplicationContext host;
    private final Jobs jobs;
    private final Batches batches;
    private final Flows flows;
    private final RecurringJobs recurring;
    private final Semaphores semaphores;
    private final RateLimits rates;
    private final Sequences sequences;
    private final Shares shares;
    private final Steps steps;
    private final Signals signals;
    private final Once once;
    private final Deque<String> blocked = new ArrayDeque<>();
    private final Deque<JobId> dead = new ArrayDeque<>();
    private final Deque<JobId> sleeping = new ArrayDeque<>();
    private final Map<String, Callable<?>> verbs = new LinkedHashMap<>();
    private int number;

    VerbExamples(ConfigurableApplicationContext host) {
        this.host = host;
        this.jobs = host.getBean(Jobs.class);
        this.batches = host.getBean(Batches.class);
        this.flows = host.getBean(Flows.class);
        this.recurring = host.getBean(RecurringJobs.class);
        this.semaphores = host.getBean(Semaphores.class);
        this.rates = host.getBean(RateLimits.class);
        this.sequences = host.getBean(Sequences.class);
        this.shares = host.getBean(Shares.class);
        this.steps = host.getBean(Steps.class);
        this.signals = host.getBean(Signals.class);
        this.once = host.getBean(Once.class);
    }

    @Override
    public void close() {
        end.countDown();
    }

    Map<String, Callable<?>> verbs() throws Exception {
        end = new CountDownLatch(1);
        running = null;
        for (int each = 0; each < DEAD; each++) {
            dead.add(jobs.enqueue(new Doomed(each)).id());
        }
        for (int each = 0; each < BLOCKED; each++) {
            String name = "blocked-" + each;
            jobs.enqueue(new Doomed(each), job -> job.sequence(name));
            jobs.enqueue(new Plain(each), job -> job.sequence(name));
            blocked.add(name);
        }
        for (int each = 0; each < SLEEPING; each++) {
            String key = "sleeping-" + each;
            sleeping.add(jobs.enqueue(new Sleeping(each), job -> job.key(key)).id());
        }
        flows.start(Flow.of(new Held()));
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> running != null
                        && sleeping.stream()
                                .allMatch(id -> jobs.find(id).orElseThrow().state() == JobState.WAITING)
                        && jobs.search(JobFilter.all().state(JobState.DEAD), PageRequest.of(0, DEAD + BLOCKED + 1))
                                        .getNumberOfElements()
                                == DEAD + BLOCKED);
        addJobs();
        addBatches();
        addFlows();
        addRecurring();
        addOnce();
        addLimits();
        addSequences();
        addShares();
        addSteps();
        addHttp();
        return verbs;
    }

    private void add(String name, Callable<?> verb) {
        if (verbs.put(name, verb) != null) {
            throw new IllegalArgumentException(name);
        }
    }

    private void add(String name, Action verb) {
        add(name, () -> {
            verb.run();
            return "done";
        });
    }

    private interface Action {

        void run() throws Exception;
    }

    private JobId waiting() {
        return jobs.enqueue(new Plain(++number), LATER).id();
    }

    private JobFilter bulk() {
        String label = "of" + ++number;
        jobs.enqueueAll(List.of(new Bulk(1), new Bulk(2)), job -> job.delay(Duration.ofHours(1))
                .label("bulk", label));
        return JobFilter.all().label("bulk", label);
    }

    private JobFilter dead() {
        JobId id = dead.remove();
        return JobFilter.all()
                .state(JobState.DEAD)
                .before(new JobId(id.value() + 1))
                .after(new JobId(id.value() - 1));
    }

    private void addJobs() {
        add("Jobs.enqueue(Object,Consumer)", () -> jobs.enqueue(new Plain(0), LATER));
        add(
                "Jobs.enqueue(Object,Consumer) limited",
                () -> jobs.enqueue(
                        new Plain(0), job -> job.delay(Duration.ofHours(1)).permits("crowded")));
        semaphores.define("crowded", 1);
        add("Jobs.enqueue(Object,Consumer) unique", () -> jobs.enqueue(new Plain(0), job -> job.unique(FRESH)));
        Consumer<JobOptions> replaced =
                job -> job.delay(Duration.ofHours(1)).unique("replaced").onDuplicate(OnDuplicate.REPLACE);
        jobs.enqueue(new Plain(0), replaced);
        add("Jobs.enqueue(Object,Consumer) replace", () -> jobs.enqueue(new Plain(0), replaced));
        Consumer<JobOptions> kept = job -> job.delay(Duration.ofHours(1)).uniqueUntilFinished("kept");
        jobs.enqueue(new Plain(0), kept);
        add("Jobs.enqueue(Object,Consumer) kept", () -> jobs.enqueue(new Plain(0), kept));
        add("Jobs.enqueueNamed(String,Consumer)", () -> jobs.enqueueNamed("empty", LATER));
        add("Jobs.enqueueNamed(String,Object,Consumer)", () -> jobs.enqueueNamed("named", "text", LATER));
        List<Plain> two = List.of(new Plain(1), new Plain(2));
        add("Jobs.enqueueEach(Stream,Consumer)", () -> jobs.enqueueEach(two.stream(), LATER));
        add(
                "Jobs.enqueueEach(Stream,BiConsumer)",
                () -> jobs.enqueueEach(two.stream(), (each, job) -> LATER.accept(job)));
        add("Jobs.enqueueAll(Stream,Consumer)", () -> jobs.enqueueAll(two.stream(), LATER));
        add(
                "Jobs.enqueueAll(Stream,Consumer) unique",
                () -> jobs.enqueueAll(
                        two.stream(), job -> job.delay(Duration.ofHours(1)).unique(FRESH)));
        add(
                "Jobs.enqueueAll(Stream,BiConsumer)",
                () -> jobs.enqueueAll(two.stream(), (each, job) -> LATER.accept(job)));
        add("Jobs.enqueuePartitioned(Object,int,Consumer)", () -> jobs.enqueuePartitioned(new Plain(1), 2, LATER));
        JobId seen = waiting();
        add("Jobs.find(JobId)", () -> jobs.find(seen));
        add("Jobs.search(JobFilter,Pageable)", () -> jobs.search(JobFilter.all(), PageRequest.of(0, 10)));
        add("Jobs.counts()", () -> jobs.counts());
        JobId cancelled = waiting();
        add("Jobs.cancel(JobId)", () -> jobs.cancel(cancelled));
        JobId stopped = requireNonNull(running).id();
        add("Jobs.cancel(JobId) running", () -> jobs.cancel(stopped));
        JobFilter allCancelled = bulk();
        add("Jobs.cancelAll(JobFilter)", () -> jobs.cancelAll(allCancelled));
        JobId revived = dead.remove();
        add("Jobs.revive(JobId)", () -> jobs.revive(revived));
        JobFilter allRevived = dead();
        add("Jobs.reviveAll(JobFilter)", () -> jobs.reviveAll(allRevived));
        JobId at = waiting();
        add("Jobs.reschedule(JobId,Instant)", () -> jobs.reschedule(at, Instant.parse("2999-01-01T00:00:00Z")));
        JobId after = waiting();
        add("Jobs.reschedule(JobId,Duration)", () -> jobs.reschedule(after, Duration.ofHours(2)));
        JobFilter allAt = bulk();
        add(
                "Jobs.rescheduleAll(JobFilter,Instant)",
                () -> jobs.rescheduleAll(allAt, Instant.parse("2999-01-01T00:00:00Z")));
        JobFilter allAfter = bulk();
        add("Jobs.rescheduleAll(JobFilter,Duration)", () -> jobs.rescheduleAll(allAfter, Duration.ofHours(2)));
        jobs.pause("paused");
        jobs.pause("resumed");
        add("Jobs.pause(String)", () -> jobs.pause("paused"));
        add("Jobs.pause(String) uncommitted", () -> jobs.pause(FRESH));
        add("Jobs.pause(String,Instant)", () -> jobs.pause("paused", Instant.parse("2999-01-01T00:00:00Z")));
        add("Jobs.resume(String)", () -> jobs.resume("resumed"));
        add("Jobs.drained(JobFilter)", () -> jobs.drained(JobFilter.all()));
        add("Jobs.awaitDrained(JobFilter,Duration)", () -> jobs.awaitDrained(JobFilter.all(), Duration.ofSeconds(1)));
    }

    private void addBatches() {
        add("Batches.open()", () -> batches.open());
        add("Batches.open(String)", () -> batches.open(FRESH));
        Batch keyed = batches.open("keyed");
        add("Batches.open(String) existing", () -> batches.open("keyed"));
        add("Batches.find(BatchId)", () -> batches.find(keyed.id()));
        add("Batches.find(String)", () -> batches.find("keyed"));
        Batch open = batches.open();
        List<String> ofOpen = open.addItems(2).ids().toList();
        add("Batches.ack(Collection)", () -> batches.ack(ofOpen));
        Batch sealed = batches.open();
        sealed.onComplete(new Plain(1), job -> job.queue("unserved"));
        List<String> ofSealed = sealed.addItems(2).ids().toList();
        sealed.seal();
        add("Batches.ack(Collection) sealed", () -> batches.ack(ofSealed));

        add("Batch.id()", keyed::id);
        add("Batch.key()", keyed::key);
        add("Batch.status()", keyed::status);
        add("Batch.onComplete(Object,Consumer)", ofBatch(batch -> batch.onComplete(new Plain(1), job -> {})));
        add("Batch.onDead(Object,Consumer)", ofBatch(batch -> batch.onDead(new Plain(1), job -> {})));
        add("Batch.addJob(Object,Consumer)", ofBatch(batch -> batch.addJob(new Plain(1), LATER)));
        add("Batch.addJobs(Stream,Consumer)", ofBatch(batch -> batch.addJobs(Stream.of(new Plain(1)), LATER)));
        add(
                "Batch.addJobs(Stream,BiConsumer)",
                ofBatch(batch -> batch.addJobs(Stream.of(new Plain(1)), (each, job) -> LATER.accept(job))));
        add(
                "Batch.addPartitioned(Object,int,Consumer)",
                ofBatch(batch -> batch.addPartitioned(new Plain(1), 2, LATER)));
        add("Batch.addItems(int)", ofBatch(batch -> batch.addItems(2)));
        add("Batch.open(String)", ofBatch(batch -> batch.open("inner")));
        add("Batch.open(String) uncommitted", ofBatch(batch -> batch.open(FRESH)));
        add("Batch.seal()", ofBatch(Batch::seal));
    }

    private Action ofBatch(Consumer<Batch> verb) {
        Batch batch = batches.open();
        batch.addJob(new Plain(1), LATER);
        return () -> verb.accept(batch);
    }

    private void addFlows() {
        Flow flow = Flow.of(new Plain(1), LATER);
        Batch started = flows.start("keyed-flow", flow);
        add("Flows.start(Flow)", () -> flows.start(flow));
        add("Flows.start(String,Flow)", () -> flows.start("fresh-flow", flow));
        add("Flows.start(String,Flow) existing", () -> flows.start("keyed-flow", flow));
        add("Flows.find(BatchId)", () -> flows.find(started.id()));
        add("Flows.find(String)", () -> flows.find("keyed-flow"));
        add("Flows.cancel(BatchId)", () -> flows.cancel(started.id()));
        JobContext member = requireNonNull(running);
        add("Flows.addJobs(JobContext,Stream,Consumer)", () -> flows.addJobs(member, Stream.of(new Plain(1)), LATER));
        add(
                "Flows.addJobs(JobContext,Stream,BiConsumer)",
                () -> flows.addJobs(member, Stream.of(new Plain(1)), (each, job) -> LATER.accept(job)));
        add("Flows.startWithin(JobContext,Flow)", () -> flows.startWithin(member, flow));
    }

    private void addRecurring() {
        add("RecurringJobs.list()", () -> recurring.list());
        add("RecurringJobs.find(String)", () -> recurring.find(tick()));
        add(
                "RecurringJobs.add(String,Recurrence,Object,Consumer)",
                () -> recurring.add(FRESH, DAILY, new Plain(1), job -> {}));
        add(
                "RecurringJobs.addNamed(String,Recurrence,String,Consumer)",
                () -> recurring.addNamed(FRESH, DAILY, "empty", job -> {}));
        String changed = tick();
        add("RecurringJobs.change(String,Recurrence)", () -> recurring.change(changed, DAILY));
        String paused = tick();
        add("Jobs.pause(String,Duration)", () -> jobs.pause("paused", Duration.ofDays(1)));
        add("RecurringJobs.pause(String)", () -> recurring.pause(paused));
        String resumed = tick();
        add("RecurringJobs.resume(String)", () -> recurring.resume(resumed));
        String triggered = tick();
        add("RecurringJobs.trigger(String)", () -> recurring.trigger(triggered));
        recurring.add("alone", DAILY.withoutOverlap(), new Plain(1), job -> {});
        add("RecurringJobs.trigger(String) alone", () -> recurring.trigger("alone"));
        String removed = tick();
        add("RecurringJobs.remove(String)", () -> recurring.remove(removed));
    }

    private String tick() {
        String name = "tick-" + ++number;
        recurring.add(name, DAILY, new Plain(1));
        return name;
    }

    private void addOnce() throws Exception {
        once.perform("performed", key -> {});
        add("Once.perform(String,Consumer,OnceAction)", () -> once.perform("performed", options -> {}, key -> {}));
        add(
                "Once.perform(String,Consumer,OnceAction) uncommitted",
                () -> once.perform(FRESH, options -> {}, key -> {}));
        add("Once.perform(String,Consumer,OnceAction) free", () -> once.perform("free", options -> {}, key -> {}));
        add(
                "Once.call(String,Class,Consumer,OnceCall)",
                () -> once.call("performed", String.class, options -> {}, key -> "result"));
        add("Once.isDone(String)", () -> once.isDone("performed"));
        add("Once.forget(String)", () -> once.forget("performed"));
    }

    private void addLimits() {
        semaphores.define("resized", 1);
        rates.define("changed", Rate.of(10, Duration.ofSeconds(1)));
        add("Semaphores.define(String,int)", () -> semaphores.define("resized", 2));
        add("Semaphores.define(String,int) uncommitted", () -> semaphores.define(FRESH, 2));
        add("Semaphores.resize(String,int)", () -> semaphores.resize("resized", 3));
        add("Semaphores.inspect(String)", () -> semaphores.inspect("resized"));
        Rate rate = Rate.of(20, Duration.ofSeconds(1));
        add("RateLimits.define(String,Rate)", () -> rates.define("changed", rate));
        add("RateLimits.change(String,Rate)", () -> rates.change("changed", rate));
        add("RateLimits.inspect(String)", () -> rates.inspect("changed"));
    }

    private void addSequences() {
        add("Sequences.blocked(String,int)", () -> sequences.blocked(null, 10));
        String skipped = blocked.remove();
        add("Sequences.skip(String)", () -> sequences.skip(skipped));
        String allSkipped = blocked.remove();
        add("Sequences.skipAll(String)", () -> sequences.skipAll(allSkipped));
        String cancelled = blocked.remove();
        add("Sequences.inspect(String)", () -> sequences.inspect(cancelled));
        add("Sequences.cancelRest(String)", () -> sequences.cancelRest(cancelled));
    }

    private void addShares() {
        add("Shares.list(String)", () -> shares.list("aside"));
        add("Shares.setWeight(String,String,int)", () -> shares.setWeight("aside", "a", 3));
        add("Shares.resetWeight(String,String)", () -> shares.resetWeight("aside", "a"));
        add("Shares.pause(String,String)", () -> shares.pause("aside", "a"));
        add("Shares.resume(String,String)", () -> shares.resume("aside", "a"));
    }

    private void addSteps() {
        JobId forgotten = sleeping.remove();
        add("Steps.list(JobId)", () -> steps.list(forgotten));
        add("Steps.forget(JobId,String)", () -> steps.forget(forgotten, STEP));
        JobId ended = sleeping.remove();
        add("Steps.endWait(JobId,String)", () -> steps.endWait(ended, STEP));
        JobId sent = sleeping.remove();
        add("Signals.send(JobId,String,Object,String)", () -> signals.send(sent, "approved", true, "one"));
        add(
                "Signals.sendToKey(String,String,String,Object,String)",
                () -> signals.sendToKey("sleeping", "sleeping-2", "approved", true, "two"));
    }

    private void addHttp() {
        host.getBean(Operations.class).actions(true).forEach((resource, actions) -> {
            for (String way : List.of("endpoint", "dashboard")) {
                String path = (way.equals("endpoint") ? "/actuator/baton/" : "/baton/dashboard/api/") + resource;
                add(
                        way + " " + resource,
                        () -> get(Set.of("diagnosis", "steps").contains(resource) ? path + "?job=1" : path));
                for (String action : actions) {
                    Target target = target(resource, action);
                    add(
                            way + " " + resource + " " + action,
                            () -> post(
                                    path + "/" + target.id(),
                                    "{\"action\": \"" + action + "\""
                                            + (target.value() == null
                                                    ? "}"
                                                    : ", \"value\": \"" + target.value() + "\"}")));
                }
            }
        });
        add("http open", () -> post("/baton/batches", "{\"key\": \"fresh\"}"));
        Batch added = batches.open();
        add("http add", () -> post("/baton/batches/" + added.id() + "/items", "{\"count\": 2}"));
        Batch sealed = batches.open();
        String item = sealed.addItems(1).ids().findFirst().orElseThrow();
        add("http ack", () -> post("/baton/batches/acks", "{\"items\": [\"" + item + "\"]}"));
        add("http seal", () -> post("/baton/batches/" + sealed.id() + "/seal", ""));
        add("http status", () -> get("/baton/batches/" + sealed.id()));
    }

    private record Target(String id, @Nullable String value) {}

    /** Returns what is changed, and by which value. */
    private Target target(String resource, String action) {
        return switch (resource) {
            case "jobs" ->
                new Target(
                        (action.equals("revive") ? dead.remove() : waiting()).toString(),
                        action.equals("reschedule") ? "2h" : action.equals("signal") ? "approved=true" : null);
            case "steps" -> new Target(sleeping.remove() + ":" + STEP, null);
            case "matching" -> {
                String value = "http" + ++number;
                jobs.enqueue(new Bulk(1), LATER.andThen(job -> job.label("bulk", value)));
                yield new Target(
                        "jobs",
                        action.equals("revive")
                                ? "state=DEAD"
                                : "label=bulk%3D" + value + (action.equals("reschedule") ? "&to=2h" : ""));
            }
            case "queues" -> {
                jobs.pause("resumed");
                yield new Target(action.equals("pause") ? "paused" : "resumed", null);
            }
            case "semaphores" -> new Target("resized", "5");
            case "rate-limits" -> new Target("changed", "5/1s");
            case "sequences" -> new Target(blocked.remove(), null);
            case "shares" -> new Target("aside:acme", action.equals("set-weight") ? "3" : null);
            case "recurring" -> {
                String name = tick();
                if (action.equals("resume")) {
                    recurring.pause(name);
                }
                yield new Target(name, null);
            }
            case "flows" ->
                new Target(flows.start(Flow.of(new Plain(1), LATER)).id().toString(), null);
            default -> new Target(batches.open().id().toString(), null);
        };
    }

    private String get(String path) throws Exception {
        return send(path, HttpRequest.newBuilder().GET());
    }

    private String post(String path, String body) throws Exception {
        return send(
                path,
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .header("X-Baton-Request", "1")
                        .header("Origin", WebHost.address(host).toString())
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Returns the response, or throws what it says. */
    private String send(String path, HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        request.uri(URI.create(WebHost.address(host) + path))
                                .header(RoleByHeader.HEADER, "OPERATOR")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        String text = response.statusCode() + " " + response.body();
        boolean locked =
                response.statusCode() == 409 && response.body().contains("Another transaction holds a row that ");
        if (response.statusCode() >= 300 && !locked) {
            throw new IllegalStateException(text);
        }
        return text;
    }

    /** In the transaction that holds the rows: what others store under these keys has to wait for its end. */
    static void storeUncommitted(ConfigurableApplicationContext host) {
        host.getBean(Jobs.class).enqueue(new Plain(0), job -> job.unique(FRESH).delay(Duration.ofHours(1)));
        host.getBean(Jobs.class).pause(FRESH);
        host.getBean(Batches.class).open(FRESH);
        host.getBean(Flows.class).start("fresh-flow", Flow.of(new Plain(1), LATER));
        host.getBean(RecurringJobs.class).add(FRESH, DAILY, new Plain(1));
        JdbcTemplate sql = host.getBean(JdbcTemplate.class);
        sql.update(
                "INSERT INTO baton_once (once_key, state, token, expires_at) SELECT 'fresh', state, token, expires_at"
                        + " FROM baton_once WHERE once_key = 'performed' AND NOT EXISTS (SELECT 1 FROM baton_once f WHERE f.once_key = 'fresh')");
        sql.update(
                "INSERT INTO baton_limit (name, family, capacity, used_at) SELECT 'fresh', 'fresh', capacity, used_at"
                        + " FROM baton_limit WHERE name = 'resized' AND NOT EXISTS (SELECT 1 FROM baton_limit f WHERE f.name = 'fresh')");
    }
}
