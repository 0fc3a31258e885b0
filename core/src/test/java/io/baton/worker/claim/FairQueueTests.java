package io.baton.worker.claim;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.RunOutcome;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.JobRoles;
import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.NewJob;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.ShareNames;
import io.baton.job.Stores;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.schema.BatonSchema;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import io.baton.worker.WorkerSettings.Fairness;
import io.baton.worker.life.WorkerParts;
import io.baton.worker.run.Holdings;
import io.baton.worker.run.Runs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.core.JdbcTemplate;

/** What a node claims of the shares of a queue. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class FairQueueTests implements TestsOnDatabase {

    private static final int PLACES = 10;

    @SuppressWarnings("NullAway.Init")
    private HikariDataSource dataSource;

    @SuppressWarnings("NullAway.Init")
    private Engine engine;

    @SuppressWarnings("NullAway.Init")
    private PausedQueues pauses;

    @SuppressWarnings("NullAway.Init")
    private JdbcTemplate sql;

    @SuppressWarnings("NullAway.Init")
    private JobRoles roles;

    private long worker;
    private long nanos;
    /** How long each read of the clock takes. */
    private long step;

    @Override
    public void open(TestDatabase kind) {
        dataSource = kind.freshDatabase();
        new BatonSchema(dataSource, null).migrate();
        sql = new JdbcTemplate(dataSource);
        Database database = new Database(dataSource, null);
        Transactions transactions = new OwnTransactions(dataSource);
        roles = JdbcJobRoles.on(
                database,
                new Retention(Duration.ofDays(1), Duration.ofDays(1), null, 100),
                List.of(),
                InsertObserver.NONE,
                () -> 0);
        JdbcWorkerStore workers = new JdbcWorkerStore(database);
        engine = WorkerParts.engine(
                new Stores(roles, workers, transactions),
                Pulses.of(roles, workers, transactions),
                Runnable::run,
                () -> nanos += step,
                UUID::randomUUID);
        worker = transactions.run(() -> workers.register(new WorkerInfo(
                "worker", "host", 1, UUID.randomUUID(), "test", Duration.ofSeconds(10), Set.of("q"), Set.of("work"))));
        pauses = new PausedQueues(engine, new WakeupPublisher(new WakeupInbox(), ClusterSignal.NONE));
    }

    @Override
    public void close() {
        dataSource.close();
    }

    @BeforeEach
    void clear() {
        sql.update("DELETE FROM baton_job");
        sql.update("DELETE FROM baton_share");
        sql.update("DELETE FROM baton_pause");
        pauses.update(Map.of());
    }

    private void store(@Nullable String share, int jobs) {
        List<NewJob> all = IntStream.range(0, jobs)
                .mapToObj(number ->
                        new NewJob("work", ShareNames.of("q", share), 0, Due.NOW, null, Map.of(), "{}", List.of()))
                .toList();
        engine.transactions().run(() -> {
            roles.inserts().insertAll(all);
            return jobs;
        });
    }

    private FairQueue fair(Fairness fairness) {
        return new FairQueue("q", PLACES, fairness, engine, pauses);
    }

    private List<ClaimedJob> claim(FairQueue fair, int wanted) {
        nanos += 1_000_000;
        Map<String, Integer> shares = fair.next(wanted);
        assertThat(shares.values().stream().mapToInt(jobs -> jobs).sum()).isLessThanOrEqualTo(wanted);
        if (shares.isEmpty()) {
            return List.of();
        }
        Claim claim = new Claim("q", UUID.randomUUID(), worker, wanted, null, false, shares);
        return fair.claimed(
                shares,
                engine.transactions().single(() -> roles.claims().claim(claim)).jobs());
    }

    /** Claims until so many jobs are claimed or none is left; returns how many of each share without its part. */
    private Map<String, Integer> claimed(FairQueue fair, int jobs, int atOnce) {
        Map<String, Integer> claimed = new TreeMap<>();
        for (int left = jobs; left > 0; ) {
            List<ClaimedJob> next = claim(fair, Math.min(left, atOnce));
            if (next.isEmpty() && !fair.hasMore()) {
                break;
            }
            left -= next.size();
            next.forEach(job -> claimed.merge(share(job), 1, Integer::sum));
        }
        return claimed;
    }

    private static String share(ClaimedJob job) {
        String share = job.share();
        return share == null ? "-" : share.replaceAll("/.*", "");
    }

    @Test
    void shares_are_claimed_by_their_weights_however_small_the_claims_are() {
        store("a", 400);
        store("b", 400);
        store("c", 400);
        FairQueue fair = fair(new Fairness(Map.of("b", 2, "c", 4), 0, false));
        for (int atOnce : List.of(1, 3, 10, 50)) {
            assertThat(claimed(fair, 140, atOnce)).isEqualTo(Map.of("a", 20, "b", 40, "c", 80));
        }
    }

    @Test
    void every_place_is_filled_while_any_share_has_jobs() {
        store("a", 3);
        store("b", 200);
        store(null, 5);
        FairQueue fair = fair(Fairness.EQUAL);
        Map<String, Integer> claimed = claimed(fair, 1_000, 10);
        assertThat(claimed).isEqualTo(Map.of("-", 5, "a", 3, "b", 200));
    }

    @Test
    void jobs_without_a_share_are_one_more_share() {
        store(null, 100);
        store("a", 100);
        store("b", 100);
        assertThat(claimed(fair(Fairness.EQUAL), 60, 20)).isEqualTo(Map.of("-", 20, "a", 20, "b", 20));
    }

    @Test
    void a_share_with_many_parts_gets_no_more_than_one_without() {
        IntStream.range(0, 60).forEach(part -> store("noisy/" + part, 5));
        store("noisy", 5);
        store("noisy-2", 300);
        store("quiet/one", 300);
        FairQueue fair = fair(Fairness.EQUAL);
        assertThat(claimed(fair, 300, 10)).isEqualTo(Map.of("noisy", 100, "noisy-2", 100, "quiet", 100));
        Map<String, Integer> rest = claimed(fair, 10_000, 50);
        assertThat(rest).isEqualTo(Map.of("noisy", 205, "noisy-2", 200, "quiet", 200));
    }

    @Test
    void the_parts_of_a_share_have_turns_within_it() {
        IntStream.range(0, 50).forEach(part -> store("a/" + part, 4));
        store("b", 200);
        Map<String, Integer> parts = new TreeMap<>();
        FairQueue fair = fair(Fairness.EQUAL);
        for (int claims = 0; claims < 20; claims++) {
            nanos += 200_000_000;
            claim(fair, 10).forEach(job -> parts.merge(String.valueOf(job.share()), 1, Integer::sum));
        }
        assertThat(parts.remove("b")).isEqualTo(100);
        assertThat(parts).hasSize(50).allSatisfy((part, jobs) -> assertThat(jobs)
                .isEqualTo(2));
    }

    @Test
    void more_shares_than_are_read_at_once_have_turns_in_a_circle() {
        IntStream.range(0, 250).forEach(share -> store("s" + share, 3));
        FairQueue fair = fair(Fairness.EQUAL);
        assertThat(claimed(fair, 750, 30)).hasSize(250).allSatisfy((share, jobs) -> assertThat(jobs)
                .isEqualTo(3));
        assertThat(claimed(fair, 1, 1)).isEmpty();
    }

    @Test
    void a_share_that_comes_later_has_the_next_turn_soon() {
        store("a", 500);
        FairQueue fair = fair(Fairness.EQUAL);
        assertThat(claimed(fair, 50, 10)).isEqualTo(Map.of("a", 50));
        store("b", 100);
        nanos += 100_000_000;
        assertThat(claimed(fair, 20, 10)).isEqualTo(Map.of("a", 10, "b", 10));
    }

    @Test
    void a_weight_that_is_changed_acts_on_the_backlog() {
        store("a", 500);
        store("b", 500);
        FairQueue fair = fair(new Fairness(Map.of("a", 2), 0, false));
        assertThat(claimed(fair, 30, 10)).isEqualTo(Map.of("a", 20, "b", 10));
        sql.update("INSERT INTO baton_share (queue, name, weight) VALUES ('q', 'b', 4)");
        nanos += 3_000_000_000L;
        assertThat(claimed(fair, 60, 10)).isEqualTo(Map.of("a", 20, "b", 40));
    }

    @Test
    void a_paused_share_waits_and_so_do_its_parts() {
        store("a/x", 10);
        store("b/x", 10);
        store("b/y", 10);
        pauses.update(
                Map.of(ShareNames.of("q", "a"), Duration.ofHours(1), ShareNames.of("q", "b/y"), Duration.ofHours(1)));
        assertThat(claimed(fair(Fairness.EQUAL), 100, 10)).isEqualTo(Map.of("b", 10));
    }

    @Test
    void a_pause_counts_at_the_next_claim_however_slow_the_list_was() {
        store("a", 20);
        store("b/1", 20);
        store("c", 20);
        FairQueue fair = fair(Fairness.EQUAL);
        step = 200_000_000;
        claim(fair, 3);
        step = 0;
        nanos += 1_000_000_000;
        pauses.update(
                Map.of(ShareNames.of("q", "a"), Duration.ofHours(1), ShareNames.of("q", "b/1"), Duration.ofHours(1)));
        assertThat(claim(fair, 6)).hasSize(6).allMatch(job -> "c".equals(job.share()));
    }

    @Test
    void more_paused_shares_than_are_read_at_once_hide_no_other_one() {
        Map<String, Duration> paused = new HashMap<>();
        IntStream.range(0, 230).forEach(share -> {
            store("p" + share, 1);
            paused.put(ShareNames.of("q", "p" + share), Duration.ofHours(1));
        });
        store("z", 20);
        pauses.update(paused);
        assertThat(claimed(fair(Fairness.EQUAL), 100, 10)).isEqualTo(Map.of("z", 20));
    }

    @Test
    void no_single_share_takes_the_reserved_places() {
        store("a", 50);
        FairQueue fair = fair(new Fairness(Map.of(), 3, false));
        List<ClaimedJob> first = claim(fair, PLACES);
        assertThat(first).hasSize(7);
        Holdings holdings = Runs.holdings();
        holdings.claimed(first);
        fair.heldIn(holdings);
        assertThat(claim(fair, 3)).isEmpty();
        assertThat(fair.hasMore()).isTrue();
        store("b", 50);
        nanos += 100_000_000;
        assertThat(claim(fair, 3)).hasSize(3).allMatch(job -> "b".equals(job.share()));
    }

    @Test
    void shares_that_pay_for_their_time_get_the_same_time() {
        store("long", 2_000);
        store("short", 2_000);
        store("mixed", 2_000);
        FairQueue fair = fair(new Fairness(Map.of(), 0, true));
        Map<String, Long> time = new TreeMap<>(Map.of("long", 0L, "short", 0L, "mixed", 0L));
        for (int claims = 0; claims < 900; claims++) {
            for (ClaimedJob job : claim(fair, 2)) {
                boolean isLong = "long".equals(job.share()) || ("mixed".equals(job.share()) && job.id() % 2 == 0);
                Duration run = Duration.ofMillis(isLong ? 100 : 10);
                time.merge(String.valueOf(job.share()), run.toMillis(), Long::sum);
                fair.ended(job, RunOutcome.COMPLETED, run);
            }
        }
        double each = time.values().stream().mapToLong(sum -> sum).sum() / 3.0;
        assertThat(time.values()).allSatisfy(sum -> assertThat(sum / each).isBetween(0.95, 1.05));
    }

    @Test
    void the_debt_of_a_share_that_is_alone_keeps_no_place_idle() {
        store("long", 200);
        FairQueue fair = fair(new Fairness(Map.of(), 0, true));
        for (int claims = 0; claims < 20; claims++) {
            List<ClaimedJob> jobs = claim(fair, PLACES);
            assertThat(jobs).hasSize(PLACES);
            jobs.forEach(job -> fair.ended(job, RunOutcome.COMPLETED, Duration.ofSeconds(10)));
        }
    }

    @Test
    void the_debts_of_very_many_shares_keep_no_place_idle() {
        IntStream.range(0, 150).forEach(share -> store("s" + share, 3));
        FairQueue fair = fair(new Fairness(Map.of(), 0, true));
        for (int left = 450; left > 0; left -= PLACES) {
            List<ClaimedJob> jobs = new ArrayList<>();
            for (int claims = 0; jobs.size() < PLACES && claims < 20; claims++) {
                jobs.addAll(claim(fair, PLACES - jobs.size()));
            }
            assertThat(jobs).hasSize(PLACES);
            jobs.forEach(job -> fair.ended(job, RunOutcome.COMPLETED, Duration.ofSeconds(1 + job.id() % 10)));
        }
    }

    @Test
    void shares_that_hold_as_many_as_they_may_hide_no_other_one() {
        IntStream.range(0, 150).forEach(share -> store("s" + share, 2));
        FairQueue fair = fair(new Fairness(Map.of(), PLACES - 1, false));
        Holdings holdings = Runs.holdings();
        fair.heldIn(holdings);
        Map<String, Integer> shares = new TreeMap<>();
        for (int claims = 0; claims < 60; claims++) {
            List<ClaimedJob> jobs = claim(fair, PLACES);
            holdings.claimed(jobs);
            jobs.forEach(job -> shares.merge(share(job), 1, Integer::sum));
        }
        assertThat(shares).hasSize(150).allSatisfy((share, jobs) -> assertThat(jobs)
                .isOne());
    }

    @Test
    void the_jobs_of_a_claim_come_from_one_share_after_the_other() {
        store("a", 3);
        store("b", 3);
        List<String> order = new ArrayList<>();
        claim(fair(Fairness.EQUAL), 6).forEach(job -> order.add(share(job)));
        assertThat(order.subList(0, 2)).containsExactlyInAnyOrder("a", "b");
        assertThat(order.subList(4, 6)).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void jobs_that_others_have_locked_are_left_and_found_again() {
        store("a", 2);
        FairQueue fair = fair(Fairness.EQUAL);
        engine.transactions().run(() -> {
            sql.queryForList("SELECT id FROM baton_job WHERE state = 1 FOR UPDATE");
            List<ClaimedJob> none = new ArrayList<>();
            Thread other = new Thread(() -> none.addAll(claim(fair, 5)));
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            assertThat(none).isEmpty();
            return none;
        });
        assertThat(claim(fair, 5)).hasSize(2);
    }
}
