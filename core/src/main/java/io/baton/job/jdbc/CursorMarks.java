package io.baton.job.jdbc;

import io.baton.job.ClaimedJob;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** By rank, when the newest job that was claimed was due. */
final class CursorMarks {

    /** Each costs every claim a probe. */
    private static final int MOST = 100;

    private final TreeMap<Integer, Instant> newest = new TreeMap<>();

    boolean isEmpty() {
        return newest.isEmpty();
    }

    boolean know(int rank) {
        return newest.containsKey(rank);
    }

    Map<Integer, Instant> byRank() {
        return new TreeMap<>(newest);
    }

    /** Raises the marks to these claimed jobs; drops those of very many ranks that had no jobs for longest. */
    void raise(List<ClaimedJob> jobs) {
        newestOf(jobs).forEach((rank, due) -> newest.merge(rank, due, CursorMarks::later));
        if (newest.size() > MOST) {
            newest.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue())
                    .limit(newest.size() - MOST)
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(newest::remove);
        }
    }

    /** Lowers the mark of a rank to the newest of these jobs, which were its first: later ones are not claimed. */
    void lower(int rank, List<ClaimedJob> jobs) {
        Instant last = newestOf(jobs).get(rank);
        if (last != null) {
            newest.put(rank, last);
        }
    }

    void clear() {
        newest.clear();
    }

    private static Map<Integer, Instant> newestOf(List<ClaimedJob> jobs) {
        Map<Integer, Instant> result = new TreeMap<>();
        jobs.forEach(job -> result.merge(~job.priority(), job.dueAt(), CursorMarks::later));
        return result;
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
