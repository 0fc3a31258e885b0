package io.baton.faults.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.faults.limit.LimitNodes.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories of shares that have their turns, and of some that starve. Jobs begin one each millisecond. */
class ShareHistoryTests {

    private static final int MANY = 2_000;
    private static final long MILLI = 1_000;
    private static final long BEGIN = 1_000 * MILLI;

    private final Path directory;
    private final List<SequenceHistory.Sent> sent = new ArrayList<>();
    private final List<ShareHistory.Start> starts = new ArrayList<>();
    private final List<SharePauses.Pause> pauses = new ArrayList<>();
    private final List<ReadyJobs.Seen> ready = new ArrayList<>();

    ShareHistoryTests(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void shares_in_turns_hold() {
        for (int turn = 0; turn < MANY; turn++) {
            run("tenant-1", 1);
            run("tenant-2", 2);
            run("tenant-4/" + turn % 3, 4);
            run(OrderWork.NO_SHARE, 1);
        }
        assertThat(violations()).isEmpty();
    }

    @Test
    void a_share_that_starts_after_all_others_is_found() {
        run("tenant-4/0", MANY);
        run("tenant-1", 1);
        assertThat(violations()).anySatisfy(found -> assertThat(found).contains("the share tenant-4 starts 2000 jobs"));
    }

    @Test
    void jobs_without_a_share_that_starve_are_found() {
        run("tenant-1", MANY);
        run(OrderWork.NO_SHARE, 1);
        assertThat(violations())
                .anySatisfy(
                        found -> assertThat(found).contains("while item 2001").contains("its own none 0"));
    }

    @Test
    void a_part_that_starves_is_found() {
        run("tenant-4/0", MANY);
        run("tenant-4/1", 1);
        assertThat(violations()).anySatisfy(found -> assertThat(found).contains("the share tenant-4/0 starts"));
    }

    @Test
    void a_job_in_another_share_is_found() {
        run("tenant-1", 1);
        starts.add(new ShareHistory.Start(2, 1, 2, "node-1", "tenant-2", BEGIN + MILLI));
        assertThat(violations())
                .anySatisfy(found -> assertThat(found).contains("a job of the share tenant-1 runs in tenant-2"));
    }

    @Test
    void a_start_in_a_paused_share_is_found() {
        run("tenant-4/0", MANY);
        pauses.add(new SharePauses.Pause("tenant-4", BEGIN, BEGIN, BEGIN + 3_000 * MILLI, 1));
        assertThat(violations())
                .anySatisfy(found -> assertThat(found).contains("a job of the paused share tenant-4/0 starts"));
    }

    @Test
    void a_wait_beside_a_kill_says_nothing() {
        run("tenant-1", MANY);
        run("tenant-2", 1);
        assertThat(judge(Map.of("node-9", BEGIN), Map.of())).isEmpty();
    }

    @Test
    void a_wait_beside_a_frozen_process_says_nothing() {
        run("tenant-1", MANY);
        run("tenant-2", 1);
        assertThat(judge(Map.of(), Map.of("node-9", List.of(new Span(BEGIN, BEGIN + MILLI)))))
                .isEmpty();
    }

    @Test
    void a_head_that_is_ready_and_starves_beside_a_kill_is_found() {
        run("tenant-1", MANY);
        run("tenant-2", 1);
        sent.replaceAll(
                job -> new SequenceHistory.Sent(job.job(), (int) job.job(), job.share(), job.before(), job.visible()));
        ready.add(new ReadyJobs.Seen(BEGIN, List.of(MANY + 1L)));
        ready.add(new ReadyJobs.Seen(BEGIN + MANY * MILLI / 2, List.of(MANY + 1L)));
        ready.add(new ReadyJobs.Seen(BEGIN + MANY * MILLI, List.of()));
        assertThat(judge(Map.of("node-9", BEGIN + MILLI), Map.of()))
                .anySatisfy(found -> assertThat(found).contains("the share tenant-1 starts 999 jobs while item 2001"));
    }

    @Test
    void jobs_of_sequences_may_wait() {
        run("tenant-1", MANY);
        run("tenant-2", 1);
        sent.replaceAll(job -> job.share().equals("tenant-2")
                ? new SequenceHistory.Sent(job.job(), 7, job.share(), job.before(), job.visible())
                : job);
        assertThat(violations()).isEmpty();
    }

    /** Plain jobs that were committed before all others began. */
    private void run(String share, int jobs) {
        for (int i = 0; i < jobs; i++) {
            long job = starts.size() + 1L;
            sent.add(new SequenceHistory.Sent(job, OrderWork.NO_SEQUENCE, share, 1, 2));
            starts.add(new ShareHistory.Start(job, job, 1, "node-1", share, BEGIN + job * MILLI));
        }
    }

    private List<String> violations() {
        return judge(Map.of(), Map.of());
    }

    private List<String> judge(Map<String, Long> ends, Map<String, List<Span>> silences) {
        return new ShareHistory(directory)
                .judge(sent, starts, ends, silences, pauses, ready)
                .violations();
    }
}
