package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One job among many kills whoever runs it: it dies, and nobody else, wherever it stands in a claim and in the table. */
abstract class PoisonContract extends WorkersContract {

    private static final int CLAIM = 150;
    private static final int CAPACITY = 10;
    private static final int MOST_DEATHS = 6;

    /** A worker claims, and runs what it claimed from the first on, so many at once; answers whether it died of the poison. */
    private boolean works(long poison, int batch) {
        long worker = worker();
        List<ClaimedJob> waiting = new ArrayList<>(claimFor(worker, CLAIM));
        while (!waiting.isEmpty()) {
            List<ClaimedJob> running = new ArrayList<>();
            for (ClaimedJob job : List.copyOf(waiting)) {
                boolean suspectBefore = running.stream().anyMatch(ClaimedJob::isSuspect);
                if (running.size() < CAPACITY * batch && !(job.isSuspect() && suspectBefore)) {
                    running.add(job);
                }
            }
            waiting.removeAll(running);
            Set<Fence> careful = Set.copyOf(running.stream()
                    .filter(ClaimedJob::isCareful)
                    .map(ClaimedJob::fence)
                    .toList());
            assertThat(store().countCrash(careful))
                    .containsOnlyKeys(careful)
                    .doesNotContainValue(Settled.BUSY)
                    .doesNotContainValue(Settled.FENCED);
            if (running.stream().anyMatch(job -> job.id() == poison)) {
                dies(worker);
                unlock(worker);
                return true;
            }
            store().settle(running.stream()
                    .map(job -> new Settlement(job.fence(), Outcome.Completed.PLAIN, false, null))
                    .toList());
        }
        workers().deregister(worker, true);
        return false;
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "9, 1", "10, 1", "75, 1", "149, 1", "0, 5", "149, 5"})
    void innocents_never_die_with_it(int position, int batch) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < CLAIM; i++) {
            // the order of the claim is the reverse of the order in which the rows stand
            ids.add(0, insert(job().priority(i)));
        }
        long poison = ids.get(position);
        int deaths = 0;
        while (works(poison, batch)) {
            deaths++;
            assertThat(deaths).isLessThanOrEqualTo(MOST_DEATHS);
        }
        assertThat(deaths).isEqualTo(5);
        assertThat(state(poison)).isEqualTo(JobState.DEAD);
        assertThat(ids).filteredOn(id -> id != poison).allSatisfy(id -> assertThat(state(id))
                .isEqualTo(JobState.COMPLETED));
    }

    @ParameterizedTest
    @CsvSource({"0", "149"})
    void it_dies_too_if_every_other_death_is_an_innocent_workers(int position) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < CLAIM; i++) {
            ids.add(insert(job()));
        }
        long poison = ids.get(position);
        int deaths = 0;
        while (works(poison, 1)) {
            deaths++;
            long innocent = worker();
            claimFor(innocent, CLAIM).forEach(job -> settle(job, new Outcome.HandedBack(Duration.ZERO, null)));
            dies(innocent);
            assertThat(deaths).isLessThanOrEqualTo(MOST_DEATHS);
        }
        assertThat(state(poison)).isEqualTo(JobState.DEAD);
    }
}
