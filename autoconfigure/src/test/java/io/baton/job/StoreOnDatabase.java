package io.baton.job;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.JobDetails;
import io.baton.JobState;
import io.baton.job.jdbc.BatonSchema;
import io.baton.job.jdbc.JdbcJobStore;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.job.jdbc.OwnTransactions;
import io.baton.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** A store on a database of its own, as the tests of the store use it. */
final class StoreOnDatabase implements AutoCloseable {

    static final String WORKER = "worker-1";
    static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    final HikariDataSource dataSource;
    final OwnTransactions transactions;
    final JdbcTemplate sql;
    /** Runs in the caller's transaction, as the store does. */
    final JobStore joining;
    /** Runs each verb in a transaction of its own. */
    final JobStore store;

    final long worker;

    StoreOnDatabase(TestDatabase database) {
        this.dataSource = database.freshDatabase();
        new BatonSchema(dataSource, null).migrate();
        this.transactions = new OwnTransactions(dataSource);
        this.sql = new JdbcTemplate(dataSource);
        this.joining = new JdbcJobStore(dataSource, null, KEEP_ALL);
        this.store = committing(joining);
        this.worker = transactions.run(() -> new JdbcWorkerStore(dataSource, null, KEEP_ALL)
                .register(
                        new WorkerInfo(WORKER, "host", 1, UUID.randomUUID(), "test", Map.of("q", 10), Set.of("work"))));
    }

    /** Another store on the same database. */
    JobStore storeKeeping(Retention retention) {
        return committing(new JdbcJobStore(dataSource, null, retention));
    }

    /** The store on a data source that watches this database's. */
    JobStore storeThrough(DataSource watching) {
        return committing(new JdbcJobStore(watching, null, KEEP_ALL), new OwnTransactions(watching));
    }

    private JobStore committing(JobStore target) {
        return committing(target, transactions);
    }

    private static JobStore committing(JobStore target, OwnTransactions transactions) {
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    Supplier<Object> call = () -> invoke(target, method, arguments);
                    return standsAlone(method, arguments) ? transactions.single(call) : transactions.run(call);
                });
    }

    /** As the engine does it. */
    private static boolean standsAlone(Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "claim", "claimedUnder" -> true;
            case "settle" ->
                ((List<?>) arguments[0])
                        .stream().allMatch(each -> ((Settlement) each).outcome() instanceof Outcome.Completed);
            default -> false;
        };
    }

    private static Object invoke(JobStore target, Method method, Object[] arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getTargetException();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Removes every job, so that the next test starts from nothing. */
    void clear() {
        sql.update("DELETE FROM baton_job");
        sql.update("DELETE FROM baton_job_history");
    }

    long insert(JobDraft job) {
        return store.insert(job.asNew());
    }

    List<Long> insert(JobDraft first, JobDraft second, JobDraft... more) {
        return Stream.concat(Stream.of(first, second), Arrays.stream(more))
                .map(this::insert)
                .toList();
    }

    Claim wish(String queue, int limit) {
        return new Claim(queue, UUID.randomUUID(), worker, limit);
    }

    List<ClaimedJob> claim(String queue, int limit) {
        return store.claim(wish(queue, limit));
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
        Settled settled = store.settle(List.of(new Settlement(fence, outcome))).get(fence);
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

    JobState state(long id) {
        return find(id).state();
    }

    /** A scheduled job whose time has come, though nobody has promoted it. */
    long insertOverdue(JobDraft job, String dueAt) {
        long id = insert(job.dueIn(Duration.ofHours(1)));
        sql.update("UPDATE baton_job SET due_at = '" + dueAt + "' WHERE id = ?", id);
        return id;
    }

    @Override
    public void close() {
        dataSource.close();
    }
}
