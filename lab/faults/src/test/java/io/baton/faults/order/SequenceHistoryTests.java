package io.baton.faults.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Histories of a sound engine, and of engines that are broken in the ways in which one might be. */
class SequenceHistoryTests {

    private static final long NEVER = SequenceHistory.NEVER;

    private final List<SequenceHistory.Sent> sent = new ArrayList<>();
    private final List<SequenceHistory.Run> runs = new ArrayList<>();
    private final Set<Long> completed = new HashSet<>();

    @Test
    void jobs_that_run_one_after_the_other_hold() {
        sent(1, 2, 3);
        failed(1, 10, 20);
        completed(1, 25, 30);
        completed(2, 31, 40);
        completed(3, 41, 50);
        assertHolds();
    }

    @Test
    void sequences_have_nothing_to_do_with_each_other() {
        sent(1);
        sent.add(new SequenceHistory.Sent(2, 8, "", 0, 1));
        completed(2, 10, 20);
        completed(1, 15, 25);
        assertHolds();
    }

    @Test
    void the_head_of_a_killed_process_runs_again_before_the_next() {
        sent(1, 2);
        killed(1, 10, 20);
        completed(1, 60, 70);
        completed(2, 71, 80);
        assertHolds();
    }

    @Test
    void a_head_that_had_ended_when_its_process_was_killed_runs_again_before_the_next() {
        sent(1, 2);
        failed(1, 10, 20);
        completed(1, 60, 70);
        completed(2, 71, 80);
        assertHolds();
    }

    @Test
    void a_run_whose_claim_was_lost_may_end_beside_others() {
        sent(1, 2);
        lost(1, 10, 90);
        completed(1, 60, 70);
        completed(2, 71, 95);
        begunWithoutClaim(1, 75, 80);
        assertHolds();
        assertThat(history().fenced()).isEqualTo(2);
    }

    @Test
    void a_late_commit_runs_next() {
        sent(2, 3);
        late(1, 15);
        completed(2, 10, 20);
        completed(1, 21, 30);
        completed(3, 31, 40);
        assertHolds();
        assertThat(history().late()).isEqualTo(1);
    }

    @Test
    void a_commit_after_the_next_has_got_its_turn_is_late() {
        sent(1, 3);
        late(2, 22);
        completed(1, 10, 20);
        completed(3, 25, 30);
        completed(2, 31, 40);
        assertHolds();
    }

    @Test
    void a_commit_before_the_next_has_got_its_turn_is_not_late() {
        sent(1, 3);
        late(2, 19);
        completed(1, 10, 20);
        completed(3, 25, 30);
        completed(2, 31, 40);
        assertFound(1, 0, 0);
    }

    @Test
    void a_successor_that_is_admitted_before_the_commit_of_its_head_is_found() {
        sent(1, 2);
        killed(1, 10, 20);
        completed(2, 21, 30);
        completed(1, 60, 70);
        assertFound(1, 1, 0);
    }

    @Test
    void a_successor_that_starts_before_its_head_has_ended_is_found() {
        sent(1, 2);
        completed(1, 10, 20);
        completed(2, 19, 30);
        assertFound(1, 1, 0);
    }

    @Test
    void a_revive_that_makes_all_jobs_ready_is_found() {
        sent(1, 2, 3);
        failed(1, 10, 20);
        completed(3, 100, 120);
        completed(2, 105, 115);
        completed(1, 121, 130);
        assertFound(2, 2, 0);
    }

    @Test
    void a_purge_of_a_dead_head_that_frees_its_sequence_is_found() {
        sent(1, 2);
        failed(1, 10, 20);
        completed(2, 50, 60);
        assertFound(1, 1, 1);
    }

    @Test
    void a_rescue_that_admits_the_successor_beside_the_head_is_found() {
        sent(1, 2);
        lost(1, 10, 90);
        completed(1, 60, 70);
        completed(2, 65, 80);
        assertFound(1, 1, 0);
    }

    @Test
    void a_rescue_that_admits_the_successor_before_the_head_runs_again_is_found() {
        sent(1, 2);
        killed(1, 10, 20);
        completed(2, 60, 65);
        completed(1, 66, 70);
        assertFound(1, 1, 0);
    }

    @Test
    void a_retry_that_gives_up_its_turn_is_found() {
        sent(1, 2);
        failed(1, 10, 20);
        completed(2, 21, 30);
        completed(1, 40, 50);
        assertFound(1, 1, 0);
    }

    @Test
    void a_late_commit_that_runs_before_a_retry_is_found() {
        sent(2);
        late(1, 15);
        failed(2, 10, 20);
        completed(1, 21, 30);
        completed(2, 40, 50);
        assertFound(0, 1, 0);
    }

    @Test
    void a_late_commit_that_runs_at_once_is_found() {
        sent(2);
        late(1, 12);
        completed(2, 10, 20);
        completed(1, 15, 18);
        assertFound(0, 1, 0);
    }

    @Test
    void jobs_in_the_order_of_their_priority_are_found() {
        sent(1, 2, 3);
        completed(3, 10, 20);
        completed(1, 21, 30);
        completed(2, 31, 40);
        assertFound(1, 0, 0);
    }

    @Test
    void a_later_commit_that_runs_first_is_found() {
        sent(1);
        late(2, 9);
        completed(2, 10, 20);
        completed(1, 21, 30);
        assertFound(1, 0, 0);
    }

    @Test
    void two_claims_of_one_job_are_found() {
        sent(1);
        failed(1, 10, 30);
        completed(1, 20, 40);
        assertFound(0, 1, 0);
    }

    @Test
    void plain_jobs_have_no_order() {
        plain(1, 2);
        completed(2, 10, 20);
        completed(1, 15, 25);
        assertHolds();
    }

    @Test
    void two_claims_of_a_plain_job_are_found() {
        plain(1);
        failed(1, 10, 30);
        completed(1, 20, 40);
        assertFound(0, 1, 0);
    }

    @Test
    void a_sequence_whose_jobs_are_left_is_stuck() {
        sent(1, 2, 3);
        completed(1, 10, 20);
        assertFound(0, 0, 1);
    }

    private void sent(long... jobs) {
        for (long job : jobs) {
            sent.add(new SequenceHistory.Sent(job, 7, "", 0, 1));
        }
    }

    private void plain(long... jobs) {
        for (long job : jobs) {
            sent.add(new SequenceHistory.Sent(job, OrderWork.NO_SEQUENCE, "", 0, 1));
        }
    }

    private void late(long job, long visible) {
        sent.add(new SequenceHistory.Sent(job, 7, "", visible - 1, visible));
    }

    private void completed(long job, long from, long to) {
        failed(job, from, to);
        completed.add(job);
    }

    /** The job is not completed by this run, whose claim held to its end. */
    private void failed(long job, long from, long to) {
        runs.add(new SequenceHistory.Run(job, from, true, to, true, NEVER));
    }

    private void killed(long job, long from, long at) {
        runs.add(new SequenceHistory.Run(job, from, true, NEVER, false, at));
    }

    private void lost(long job, long from, long to) {
        runs.add(new SequenceHistory.Run(job, from, true, to, false, NEVER));
    }

    private void begunWithoutClaim(long job, long from, long to) {
        runs.add(new SequenceHistory.Run(job, from, false, to, false, NEVER));
    }

    private SequenceHistory history() {
        return new SequenceHistory(sent, runs, completed);
    }

    private void assertHolds() {
        assertFound(0, 0, 0);
    }

    private void assertFound(int inversions, int overlaps, int stuck) {
        SequenceHistory history = history();
        assertThat(new int[] {history.inversions(), history.overlaps(), history.stuck()})
                .as(history.violations().toString())
                .containsExactly(inversions, overlaps, stuck);
    }
}
