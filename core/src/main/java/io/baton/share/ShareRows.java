package io.baton.share;

import io.baton.ShareDetails;
import io.baton.Shares;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.JobClaims;
import io.baton.job.JobClaims.ReadyShare;
import io.baton.job.ShareNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Counts the jobs of shares, and changes their weights. */
record ShareRows(Database database, JobClaims claims) {

    /** The most ready jobs of all shares that one list reads. */
    private static final int MOST_READ = 200_000;

    private static final int FEWEST_READ = 100;

    private static final String READY = "SELECT COUNT(*) AS jobs, {until MIN(due_at)} AS due FROM ("
            + "SELECT due_at FROM baton_job WHERE state = 1 AND queue >= ? AND queue < ? LIMIT %s) AS ready";

    private static final String CLAIMED = "SELECT queue, COUNT(*) AS jobs FROM (SELECT queue FROM baton_job"
            + " WHERE state = 2 AND queue > ? AND queue < ? LIMIT " + MOST_READ + ") AS claimed GROUP BY queue";

    List<ShareDetails> list(String queue) {
        Map<String, Long> claimed = new HashMap<>();
        database.forEach(
                CLAIMED,
                row -> claimed.merge(ShareNames.within(queue, row.getString("queue")), row.getLong("jobs"), Long::sum),
                queue,
                ShareNames.end(queue));
        Map<String, Integer> weights = claims.weights(queue);
        Set<String> paused = claims.paused().keySet();
        Set<String> names = new TreeSet<>(claimed.keySet());
        weights.keySet().forEach(share -> names.add(ShareNames.of(queue, share)));
        paused.stream()
                .filter(name ->
                        ShareNames.share(name) != null && ShareNames.queue(name).equals(queue))
                .forEach(name -> names.add(ShareNames.within(queue, name)));
        claims.shares(queue, ShareNames.after(queue, queue), Shares.MOST).stream()
                .map(ReadyShare::first)
                .forEach(name -> names.add(ShareNames.within(queue, name)));
        int most = Math.max(FEWEST_READ, Math.min(ShareDetails.MOST_COUNTED, MOST_READ / Math.max(1, names.size())));
        List<ShareDetails> shares = new ArrayList<>();
        names.stream()
                .limit(Shares.MOST)
                .forEach(name -> database.forEach(
                        READY.formatted(most),
                        row -> {
                            String share = String.valueOf(ShareNames.share(name));
                            long ready = row.getLong("jobs");
                            shares.add(new ShareDetails(
                                    queue,
                                    share,
                                    ready,
                                    claimed.getOrDefault(name, 0L),
                                    ready == 0 ? null : waited(row.getLong("due")),
                                    weights.get(share),
                                    paused.contains(name)));
                        },
                        name,
                        ShareNames.end(name)));
        shares.sort(Comparator.comparingLong(ShareDetails::ready).reversed().thenComparing(ShareDetails::name));
        return shares;
    }

    private static Duration waited(long dueIn) {
        return Micros.duration(Math.max(0, -dueIn));
    }

    void setWeight(String queue, String share, int weight) {
        String row = database.dialect()
                .insertOrReplace("baton_share", "queue, name", "queue, name, weight", "VALUES (?, ?, ?)");
        database.update(row, queue, share, weight);
    }

    boolean resetWeight(String queue, String share) {
        return database.update("DELETE FROM baton_share WHERE queue = ? AND name = ?", queue, share) > 0;
    }
}
