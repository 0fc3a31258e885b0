package io.baton.job;

import io.baton.JobDetails;
import io.baton.JobState;
import io.baton.database.Transactions;
import io.baton.job.ClaimedJob.JobBody;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A store as the tests of the store use it, whatever it stands on. */
abstract class TestedStore implements AutoCloseable {

    static final String WORKER = "worker-1";
    static final Duration DEAD_AFTER = Duration.ofSeconds(10);
    static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    final Transactions transactions;
    /** Runs in the caller's transaction, as the store does. */
    final JobStore joining;
    /** Runs each verb in a transaction of its own. */
    final JobStore store;
    /** Runs each verb in a transaction of its own. */
    final WorkerStore workers;

    private final WorkerStore joiningWorkers;

    final long worker;

    TestedStore(Transactions transactions, JobStore joining, WorkerStore workers) {
        this.transactions = transactions;
        this.joining = joining;
        this.store = committing(JobStore.class, joining);
        this.joiningWorkers = workers;
        this.workers = committing(WorkerStore.class, workers);
        this.worker = register(WORKER, "q");
    }

    <S> S committing(Class<S> kind, S target) {
        return committing(kind, target, transactions);
    }

    static TestedStore on(TestDatabase kind) {
        return kind == TestDatabase.MEMORY ? new StoreInMemory() : new StoreOnDatabase(kind);
    }

    static <S> S committing(Class<S> kind, S target, Transactions transactions) {
        return kind.cast(
                Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, (proxy, method, arguments) -> {
                    Supplier<Object> call = () -> invoke(target, method, arguments);
                    return standsAlone(method, arguments) ? transactions.single(call) : transactions.run(call);
                }));
    }

    /** As the engine does it. */
    private static boolean standsAlone(Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "claim", "claimedUnder", "bodies", "beat", "living", "dead" -> true;
            case "settle" ->
                ((List<?>) arguments[0]).stream().allMatch(each -> ((Settlement) each).isPlainCompletion());
            default -> false;
        };
    }

    private static Object invoke(Object target, Method method, Object[] arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getTargetException();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    final long register(String name, String... queues) {
        return workers.register(
                new WorkerInfo(name, "host", 1, UUID.randomUUID(), "test", DEAD_AFTER, Set.of(queues), Set.of("work")));
    }

    /** Beats as the engine takes them. */
    Pulses pulses() {
        return Pulses.of(JobStore.roles(joining), joiningWorkers, transactions);
    }

    /** A ready job of type {@code again} in queue {@code q} under an id that was used before. */
    abstract void insertAgain(long id);

    /** Another store on the same database. */
    abstract JobStore storeKeeping(Retention retention);

    /** Removes every job, so that the next test starts from nothing. */
    abstract void clear();

    /** Lets a job be due since then, though nobody has promoted it. */
    abstract void overdue(long id, String dueAt);

    /** Lets so many crashes stand against every job. */
    abstract void crashed(int crashes);

    /** Lets every job look as if it had been interrupted so many times. */
    abstract void interrupted(int times);

    /** Lets everything that has ended look as if it had ended then, and all that waits as if it had waited since. */
    abstract void everythingLongAgo();

    /** Lets every open wait be over since then, though nobody has ended it. */
    abstract void waitsOver();

    /** Lets a worker look as if it had been silent for years. */
    abstract void seenLongAgo(long workerId);

    /** How many rows have no lock. */
    abstract int unheld();

    /** A job's row is locked by the transaction under way. */
    abstract void lockJob(long id);

    /** A worker's row is locked by the transaction under way. */
    abstract void lockWorker(long id);

    /** A transaction that stays open. */
    abstract HeldTransaction hold();

    /** Whether it can pass over rows that somebody holds. */
    abstract boolean passesOverHeldRows();

    /** The next call uses a new connection. */
    abstract void reconnect();

    @Override
    public abstract void close();

    final long insert(JobDraft job) {
        return store.insert(job.asNew());
    }

    List<Long> insert(JobDraft first, JobDraft second, JobDraft... more) {
        return Stream.concat(Stream.of(first, second), Arrays.stream(more))
                .map(this::insert)
                .toList();
    }

    Claim wish(String queue, int limit) {
        return new Claim(queue, UUID.randomUUID(), worker, limit, null);
    }

    List<ClaimedJob> claim(String queue, int limit) {
        return store.claim(wish(queue, limit)).jobs();
    }

    /** Up to that many jobs of queue {@code q}. */
    List<ClaimedJob> claim(int limit) {
        return claim("q", limit);
    }

    /** The one job of queue {@code q} that comes next. */
    ClaimedJob claimOne() {
        List<ClaimedJob> claimed = claim(1);
        if (claimed.size() != 1) {
            throw new AssertionError("expected a job to claim, but got " + claimed);
        }
        return claimed.get(0);
    }

    Settled settle(Fence fence, Outcome outcome) {
        Settled settled = store.settle(List.of(new Settlement(fence, outcome, false, null)))
                .get(fence);
        if (settled == null) {
            throw new AssertionError("the store did not answer for " + fence);
        }
        return settled;
    }

    Settled settle(ClaimedJob job, Outcome outcome) {
        return settle(job.fence(), outcome);
    }

    JobDetails find(long id) {
        return store.find(id).orElseThrow(() -> new AssertionError("job " + id + " is not found"));
    }

    /** Payload and checkpoint, wherever they are to be had. */
    JobBody body(ClaimedJob job) {
        if (!job.isUnread()) {
            return new JobBody(job.payload(), job.checkpoint());
        }
        JobBody body = store.bodies(List.of(job.fence())).get(job.fence());
        if (body == null) {
            throw new AssertionError(job + " is not held any more");
        }
        return body;
    }

    JobState state(long id) {
        return find(id).state();
    }

    /** A scheduled job whose time has come, though nobody has promoted it. */
    long insertOverdue(JobDraft job, String dueAt) {
        long id = insert(job.dueIn(Duration.ofHours(1)));
        overdue(id, dueAt);
        return id;
    }
}
