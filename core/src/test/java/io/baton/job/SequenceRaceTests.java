package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.OnDead;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.sequence.RepairSequences;
import io.baton.sequence.SequenceFollowUp;
import io.baton.sequence.SequencedJobs;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** However many nodes enqueue, run and end the jobs of sequences at once, no two of one sequence run at once, and none is left. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class SequenceRaceTests implements TestsOnDatabase {

    private static final int NODES = 3;
    private static final int SEQUENCES = 12;
    private static final int JOBS = 150;

    @SuppressWarnings("NullAway.Init")
    private StoreOnDatabase database;

    @Override
    public void open(TestDatabase kind) {
        database = new StoreOnDatabase(kind);
        ended.set(0);
        stopped.set(false);
        LongLockWaits.allow(database.dataSource);
    }

    @Override
    public void close() {
        database.close();
    }

    /** The names of the sequences that have a job that runs, each with the id. */
    private final Map<String, Long> running = new ConcurrentHashMap<>();

    private final Queue<String> overlaps = new ConcurrentLinkedQueue<>();
    private final Map<Long, String> names = new ConcurrentHashMap<>();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();

    /** What one node has of its own: its marks, its follow-up and its statements. */
    private final class Node {

        private final DirtySet<String> dirty = new DirtySet<>();
        private final Transactions transactions = new OwnTransactions(database.dataSource);
        private final JobRoles roles;
        private final SequenceFollowUp followUp;
        private final RepairSequences repair;
        private final long worker = database.register("node", "q");

        Node() {
            SequencedJobs sequenced = new SequencedJobs(dirty, JobSignal.ClusterSignal.NONE);
            Database statements = new Database(database.dataSource, null);
            roles = JdbcJobRoles.on(
                    statements, TestedStore.KEEP_ALL, List.of(sequenced), JobInserts.InsertObserver.NONE, () -> 0);
            followUp = new SequenceFollowUp(
                    sequenced,
                    statements,
                    roles.releases(),
                    transactions,
                    System::nanoTime,
                    () -> Duration.ofMillis(200));
            followUp.begin(() -> {});
            repair = new RepairSequences(statements, transactions, dirty);
        }

        /** Some wait before they commit, so that later ids are seen before. */
        void send() {
            for (int sent = 0; sent < JOBS; sent++) {
                String name = "s" + ThreadLocalRandom.current().nextInt(SEQUENCES);
                OnDead onDead = ThreadLocalRandom.current().nextBoolean() ? OnDead.SKIP : OnDead.BLOCK;
                repeated(() -> transactions.run(() -> {
                    long id = roles.inserts()
                            .insert(new NewJob(
                                    "work",
                                    "q",
                                    0,
                                    Due.NOW,
                                    null,
                                    Map.of(),
                                    "{}",
                                    List.of(),
                                    null,
                                    0,
                                    null,
                                    new NewJob.Sequence(name, onDead),
                                    null));
                    names.put(id, name);
                    pause(5);
                    return id;
                }));
            }
        }

        /** Also looks for rows to repair, of which there are none, however quickly they change. */
        void follow() {
            while (!stopped.get()) {
                repeated(() -> followUp.follow(Set::of));
                repeated(repair::sweep);
                pause(2);
            }
        }

        void work() {
            while (ended.get() < NODES * JOBS) {
                List<ClaimedJob> claimed = new ArrayList<>();
                repeated(() -> transactions.single(() -> claimed.addAll(roles.claims()
                        .claim(new Claim("q", UUID.randomUUID(), worker, 3, null))
                        .jobs())));
                claimed.forEach(job -> begin(job));
                pause(3);
                List<Settlement> settlements = new ArrayList<>();
                claimed.forEach(job -> {
                    running.remove(names.get(job.id()), job.id());
                    settlements.add(Settlement.of(job, outcome()));
                });
                if (!settlements.isEmpty()) {
                    settle(settlements);
                }
            }
        }

        private void begin(ClaimedJob job) {
            if (!roles.claims().knows(job.ties())) {
                overlaps.add(job.id() + " is ready without its turn");
            }
            Long other = running.putIfAbsent(names.get(job.id()), job.id());
            if (other != null) {
                overlaps.add(job.id() + " beside " + other);
            }
        }

        private Outcome outcome() {
            int random = ThreadLocalRandom.current().nextInt(100);
            if (random < 10) {
                return new Outcome.Retried(Duration.ZERO, "it broke");
            }
            if (random < 15) {
                return Outcome.HandedBack.UNSTARTED;
            }
            return random < 25 ? new Outcome.Dead("it broke") : Outcome.Completed.PLAIN;
        }

        private void settle(List<Settlement> settlements) {
            List<Settlement> left = new ArrayList<>(settlements);
            while (left.size() > 0) {
                repeated(() -> {
                    Map<Fence, Settled> settled =
                            transactions.run(() -> roles.settlements().settle(left));
                    left.removeIf(each -> settled.get(each.fence()) != Settled.BUSY);
                });
            }
            for (Settlement settlement : settlements) {
                if (settlement.outcome() instanceof Outcome.Completed) {
                    ended.incrementAndGet();
                } else if (settlement.outcome() instanceof Outcome.Dead) {
                    repeated(() -> transactions.run(() ->
                            roles.admin().revive(List.of(settlement.fence().id()))));
                }
            }
        }
    }

    private static void pause(int most) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(most));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Transactions may collide, and are repeated as a node does it. */
    private static void repeated(Runnable step) {
        for (int attempt = 1; ; attempt++) {
            try {
                step.run();
                return;
            } catch (DataAccessException | TransactionException e) {
                if (attempt == 200) {
                    throw e;
                }
                pause(10);
            }
        }
    }

    @Test
    @Timeout(500)
    void no_two_run_at_once_and_none_is_left() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> all = new ArrayList<>();
            List<Future<?>> followers = new ArrayList<>();
            for (int each = 0; each < NODES; each++) {
                Node node = new Node();
                all.add(threads.submit(node::send));
                all.add(threads.submit(node::work));
                all.add(threads.submit(node::work));
                followers.add(threads.submit(node::follow));
            }
            for (Future<?> each : all) {
                each.get(480, TimeUnit.SECONDS);
            }
            stopped.set(true);
            for (Future<?> each : followers) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            stopped.set(true);
            ended.set(Integer.MAX_VALUE);
            threads.shutdownNow();
        }
        assertThat(overlaps).isEmpty();
        assertThat(database.sql.queryForList("SELECT * FROM baton_sequence")).isEmpty();
        assertThat(database.sql.queryForList("SELECT * FROM baton_turn")).isEmpty();
    }
}
