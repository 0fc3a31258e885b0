package io.baton.worker.claim;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobClaims.ReadyShare;
import io.baton.job.ShareNames;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import io.baton.worker.WorkerSettings.Fairness;
import io.baton.worker.run.Holdings;
import io.baton.worker.run.RunListener;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Decides how many jobs of which shares of a queue this node claims next. Shares have turns, in the order of their names; each turn adds credit by the
 * weight of the share, from which it pays its jobs. Each node does this for itself, so that the shares are fair in the cluster too. Names are stored
 * ones; the jobs without a share form a share under the name of the queue. All that is kept here may be lost: the database says which shares have
 * ready jobs. Only the thread of the claim loop uses it, but for {@link #ended} and {@link #settled}.
 */
public final class FairQueue implements RunListener {

    /** The most shares that have turns before the next ones are read, and the most parts of a share. */
    private static final int MOST_SHARES = 100;

    /** How many jobs a turn earns for if there are more shares: reading the next ones takes as long as a claim. */
    private static final int JOBS_OF_MANY = 5;

    private static final int MOST_PARTS = 20;
    /** The most names in a claim, since each is a part of the statement, and the most shares whose parts are read for it. */
    private static final int MOST_NAMES = 200;

    private static final int MOST_READ = 10;
    private static final int MOST_ACCOUNTS = 10_000;
    /** How long the list of shares is used: a share that gets its first job, a weight or a pause may wait for so long. */
    private static final long LISTED_NANOS = 100_000_000;

    /** With this factor, lists take at most a twentieth of the time. */
    private static final long PAUSE_PER_COST = 20;

    private static final long WEIGHTS_NANOS = 2_000_000_000;
    /** The time without ready jobs after which the debt of a share is forgotten, and the most that it owes. */
    private static final long FORGOTTEN_NANOS = 60_000_000_000L;

    private static final double MOST_DEBT_NANOS = 600_000_000_000d;
    private static final double WEIGHT_OF_LAST = 0.2;
    /** What one turn earns changes slowly: otherwise shares whose turns follow long runs would earn more. */
    private static final double WEIGHT_IN_ALL = 0.01;

    private static final double SHORTEST_RUN_NANOS = 100_000;
    /** The pause after the second claim in a row that got nothing, which doubles: other transactions hold the rows. */
    private static final Duration AFTER_NOTHING = Duration.ofMillis(20);

    private static final int MOST_DOUBLED = 5;

    private final String queue;
    private final Fairness fairness;
    private final int concurrency;
    private final Engine engine;
    private final PausedQueues pauses;
    private volatile @Nullable Holdings holdings;

    private final Map<String, Account> accounts = bounded();
    /** What the jobs that this node holds have paid for their runs, and those of them that ended since the last claim. */
    private final Map<Fence, Paid> paid = Collections.synchronizedMap(bounded());

    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

    /** The next turns, and whether they are those of all shares with ready jobs. */
    private final Deque<Turn> turns = new ArrayDeque<>();

    private boolean complete = true;
    /** Whether they must be read again before the next claim. */
    private boolean stale = true;

    private long listedUntilNanos;
    /** The share whose turn was the last that ended; null before the first. */
    private @Nullable String last;

    private Map<String, Integer> weights = Map.of();
    private long weightsUntilNanos;
    private double averageNanos = SHORTEST_RUN_NANOS;
    private int emptyInARow;

    public FairQueue(String queue, int concurrency, Fairness fairness, Engine engine, PausedQueues pauses) {
        this.queue = queue;
        this.concurrency = concurrency;
        this.fairness = fairness;
        this.engine = engine;
        this.pauses = pauses;
        this.weightsUntilNanos = engine.ticker().nanos();
    }

    private static <K, V> Map<K, V> bounded() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > MOST_ACCOUNTS;
            }
        };
    }

    /** Counts the jobs that a share holds here, for the places that are reserved for others. */
    public void heldIn(Holdings jobs) {
        holdings = jobs;
    }

    /** Returns whether shares pay for the time of their runs. */
    public boolean isByTime() {
        return fairness.byTime();
    }

    /** Returns how many jobs to claim of which names; none if no share may start a job now. */
    Map<String, Integer> next(int wanted) {
        settleEnded();
        list();
        leaveOutPaused();
        noteRoom();
        Map<String, Integer> next = new LinkedHashMap<>();
        int left = wanted;
        int without = 0;
        int read = 0;
        while (left > 0 && !turns.isEmpty() && next.size() < MOST_NAMES && read < MOST_READ) {
            Turn turn = turns.getFirst();
            if (turn.names.isEmpty()) {
                read++;
                if (!readParts(turn)) {
                    turns.removeFirst();
                    continue;
                }
            }
            int jobs = take(turn, Math.min(left, turn.room));
            left -= jobs;
            turn.room -= jobs;
            turn.spread(jobs, next);
            if (left > 0 || turn.account.credit < cost(turn.account)) {
                if (turn.room <= 0) {
                    // it could not use what is left, and holds as many as it may
                    turn.account.credit = Math.min(turn.account.credit, 0);
                }
                end(turns.removeFirst(), jobs > 0);
            }
            without = jobs > 0 ? 0 : without + 1;
            if (without > turns.size() && !advance()) {
                // none of these may start a job now, but others may
                stale = true;
                break;
            }
        }
        return next;
    }

    /** Leaves out what is paused, also since the list was read. */
    private void leaveOutPaused() {
        turns.forEach(turn -> turn.names.removeIf(name -> !pauses.left(name).isZero()));
        turns.removeIf(turn -> !pauses.left(turn.share).isZero() || (!turn.parts && turn.names.isEmpty()));
    }

    /** Notes how many more jobs each share may hold here, if places are reserved for others. */
    private void noteRoom() {
        Holdings jobs = holdings;
        if (fairness.reserve() > 0) {
            Map<String, Integer> held = jobs == null ? Map.of() : jobs.heldByShare(queue);
            turns.forEach(turn -> turn.room = concurrency - fairness.reserve() - held.getOrDefault(turn.share, 0));
        }
    }

    /** Returns whether shares that may have jobs are left, though no job may start now. */
    boolean hasMore() {
        return !turns.isEmpty() || !complete;
    }

    /** Begins or goes on with a turn; returns how many jobs its credit pays. */
    private int take(Turn turn, int room) {
        Account account = turn.account;
        if (room <= 0) {
            account.credit = Math.min(account.credit, 0);
            return 0;
        }
        if (!account.inTurn) {
            account.inTurn = true;
            account.credit += earned(turn);
        }
        int jobs = (int) Math.max(0, Math.min(room, account.credit / cost(account)));
        account.credit -= jobs * cost(account);
        return jobs;
    }

    /** Ends a turn. Of a part of all shares, those that got a job make room for the next part. */
    private void end(Turn turn, boolean gotJobs) {
        turn.account.inTurn = false;
        last = turn.share;
        if (complete || !gotJobs) {
            turns.addLast(turn);
        }
    }

    /** If no share can pay a job, gives all of them as many turns as the first of them needs; returns whether there is one. */
    private boolean advance() {
        List<Turn> able = turns.stream().filter(turn -> turn.room > 0).toList();
        double fewest = able.stream()
                .mapToDouble(turn -> (cost(turn.account) - turn.account.credit) / earned(turn))
                .min()
                .orElse(0);
        able.forEach(turn -> turn.account.credit += Math.max(0, Math.ceil(fewest) - 1) * earned(turn));
        return !able.isEmpty();
    }

    private double earned(Turn turn) {
        return (double) turn.weight * (complete ? 1 : JOBS_OF_MANY) * (fairness.byTime() ? averageNanos : 1);
    }

    private double cost(Account account) {
        return !fairness.byTime() ? 1 : account.averageNanos > 0 ? account.averageNanos : averageNanos;
    }

    /** Reads who has the next turns, unless some are left that were read a moment ago. */
    private void list() {
        long start = engine.ticker().nanos();
        if (!stale && !turns.isEmpty() && start - listedUntilNanos < 0) {
            return;
        }
        turns.clear();
        stale = true;
        Map<String, ReadyShare> listed = engine.transactions().single(() -> {
            if (start - weightsUntilNanos >= 0) {
                weights = engine.claims().weights(queue);
                weightsUntilNanos = start + WEIGHTS_NANOS;
            }
            return read();
        });
        long end = engine.ticker().nanos();
        listed.forEach((share, found) -> add(share, found, end));
        forgetDebts(listed, end);
        listedUntilNanos = end + Math.max(LISTED_NANOS, PAUSE_PER_COST * (end - start));
        stale = false;
    }

    /** Returns the next shares that are not paused, and keeps the place of those that are. */
    private Map<String, ReadyShare> read() {
        Set<String> seen = new HashSet<>();
        for (int reads = 0; ; reads++) {
            Map<String, ReadyShare> shares = following(queue, last, MOST_SHARES);
            // one way or the other, the circle is closed
            complete = shares.size() < MOST_SHARES || !seen.addAll(shares.keySet());
            List<String> names = List.copyOf(shares.keySet());
            shares.keySet().removeIf(share -> !pauses.left(share).isZero());
            if (!shares.isEmpty() || complete || reads == MOST_READ) {
                return shares;
            }
            last = names.get(names.size() - 1);
        }
    }

    /** Returns the shares of a queue, or parts of a share, in a circle from the one after this on, with the jobs that have no further name. */
    private Map<String, ReadyShare> following(String of, @Nullable String share, int limit) {
        Map<String, ReadyShare> found = new LinkedHashMap<>();
        if (share != null) {
            put(found, of, ShareNames.after(of, share), limit);
        }
        if (found.size() < limit) {
            put(found, of, of, limit);
            if (found.containsKey(of)) {
                found.put(of, new ReadyShare(of, of));
                put(found, of, ShareNames.after(of, of), limit);
            }
        }
        return found;
    }

    private void put(Map<String, ReadyShare> found, String of, String from, int limit) {
        engine.claims()
                .shares(of, from, limit)
                .forEach(share -> found.putIfAbsent(ShareNames.within(of, share.first()), share));
    }

    private void add(String share, ReadyShare found, long now) {
        Account account = accounts.computeIfAbsent(share, fresh -> new Account());
        if (account.absent && now - account.absentNanos > FORGOTTEN_NANOS) {
            account.credit = 0;
        }
        account.absent = false;
        boolean parts = !found.first().equals(found.last());
        List<String> names = new ArrayList<>(parts ? List.of() : List.of(found.first()));
        turns.addLast(new Turn(share, parts, names, account, weight(share)));
    }

    /** Records since when shares have no ready jobs. */
    private void forgetDebts(Map<String, ReadyShare> listed, long now) {
        if (fairness.byTime() && complete) {
            accounts.forEach((share, account) -> {
                if (!account.absent && !listed.containsKey(share)) {
                    account.absent = true;
                    account.absentNanos = now;
                }
            });
        }
    }

    /** Reads which parts of a share have jobs, from the last part that had a turn on; returns whether there are some. */
    private boolean readParts(Turn turn) {
        Account account = turn.account;
        Map<String, ReadyShare> parts =
                engine.transactions().single(() -> following(turn.share, account.lastPart, MOST_PARTS));
        parts.keySet().stream().limit(MOST_PARTS).forEach(part -> {
            if (pauses.left(part).isZero()) {
                turn.names.add(part);
            } else if (turn.names.isEmpty()) {
                account.lastPart = part;
            }
        });
        return !turn.names.isEmpty();
    }

    private int weight(String share) {
        String name = ShareNames.share(share);
        return name == null ? 1 : weights.getOrDefault(name, fairness.weights().getOrDefault(name, 1));
    }

    /** Records which jobs a claim got; returns them so that those of no share come one after the other. */
    List<ClaimedJob> claimed(Map<String, Integer> asked, List<ClaimedJob> jobs) {
        Map<String, List<ClaimedJob>> got = new HashMap<>();
        for (ClaimedJob job : jobs) {
            String name = ShareNames.of(queue, job.share());
            got.computeIfAbsent(name, fresh -> new ArrayList<>()).add(job);
            Account account = fairness.byTime() ? accounts.get(ShareNames.within(queue, name)) : null;
            if (account != null) {
                paid.put(job.fence(), new Paid(account, cost(account)));
            }
        }
        Map<Long, Double> places = new HashMap<>();
        asked.forEach((name, wanted) -> {
            List<ClaimedJob> of = got.getOrDefault(name, List.of());
            if (of.size() < wanted) {
                drained(name, wanted - of.size());
            }
            for (int number = 0; number < of.size(); number++) {
                places.put(of.get(number).id(), (number + 1.0) / of.size());
            }
        });
        emptyInARow = jobs.isEmpty() ? emptyInARow + 1 : 0;
        stale |= jobs.isEmpty();
        return jobs.stream()
                .sorted(Comparator.comparingDouble(job -> places.getOrDefault(job.id(), 1.0)))
                .toList();
    }

    /** Returns when the next claim is worthwhile. */
    Duration pause() {
        return emptyInARow < 2
                ? Duration.ZERO
                : AFTER_NOTHING.multipliedBy(1L << Math.min(emptyInARow - 2, MOST_DOUBLED));
    }

    /** Pays back jobs that were not there. A share without ready jobs keeps its debt but no credit. */
    private void drained(String name, int missing) {
        Account account = accounts.get(ShareNames.within(queue, name));
        if (account != null) {
            account.credit += missing * cost(account);
        }
        turns.removeIf(turn -> {
            boolean over = turn.names.remove(name) && !turn.parts;
            if (over) {
                turn.account.credit = Math.min(0, turn.account.credit);
                turn.account.inTurn = false;
            }
            return over;
        });
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        end(job.fence(), Math.max(SHORTEST_RUN_NANOS, (double) duration.toNanos()));
    }

    /** Records that a job is not held any more: it pays nothing if it has not run. */
    public void settled(Fence job) {
        end(job, 0);
    }

    /** Keeps the end of a job that this has claimed; other jobs, such as those of other queues, would only fill the memory. */
    private void end(Fence job, double nanos) {
        Paid before = paid.remove(job);
        if (before != null) {
            ended.add(new Ended(before, nanos));
        }
    }

    /** Lets each run pay for its time instead of what was expected. */
    private void settleEnded() {
        for (Ended run = ended.poll(); run != null; run = ended.poll()) {
            Account account = run.paid.account;
            account.credit = Math.max(-MOST_DEBT_NANOS, account.credit + run.paid.nanos - run.nanos);
            if (run.nanos > 0) {
                averageNanos += (averageNanos == SHORTEST_RUN_NANOS ? 1 : WEIGHT_IN_ALL) * (run.nanos - averageNanos);
                account.averageNanos +=
                        (account.averageNanos == 0 ? 1 : WEIGHT_OF_LAST) * (run.nanos - account.averageNanos);
            }
        }
    }

    /** The end of a run, or of a job without one. */
    private record Ended(Paid paid, double nanos) {}

    /** What a job has paid. */
    private record Paid(Account account, double nanos) {}

    /** A share that has turns, with the names under which its jobs are stored; of a share with parts, those that are known. */
    private static final class Turn {

        private final String share;
        private final boolean parts;
        private final List<String> names;
        private final Account account;
        private final int weight;
        private int room = Integer.MAX_VALUE;
        private int next;

        private Turn(String share, boolean parts, List<String> names, Account account, int weight) {
            this.share = share;
            this.parts = parts;
            this.names = names;
            this.account = account;
            this.weight = weight;
        }

        /** Takes jobs of one part after the other. */
        private void spread(int jobs, Map<String, Integer> among) {
            for (int job = 0; job < jobs; job++) {
                String name = names.get(next++ % names.size());
                among.merge(name, 1, Integer::sum);
                account.lastPart = name;
            }
        }
    }

    /** What a share has earned and not used; negative if it owes. */
    private static final class Account {

        private double credit;
        private boolean inTurn;
        private double averageNanos;
        private boolean absent;
        private long absentNanos;
        private @Nullable String lastPart;
    }
}
