package io.baton.permit;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.DirtySet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class DirtyLimitsTests {

    private final DirtyLimits dirty = new DirtyLimits();

    @BeforeEach
    void follow() {
        dirty.onMarked(() -> {});
        TransactionSynchronizationManager.initSynchronization();
    }

    @AfterEach
    void endTransaction() {
        TransactionSynchronizationManager.clear();
    }

    private void complete(int status) {
        List<TransactionSynchronization> all = TransactionSynchronizationManager.getSynchronizations();
        assertThat(all).hasSize(1);
        TransactionSynchronizationManager.clearSynchronization();
        all.forEach(each -> each.afterCompletion(status));
    }

    private Set<String> taken() {
        return dirty.take(10).names();
    }

    @Test
    void what_a_transaction_touches_is_touched_after_its_commit() {
        dirty.markAfterCommit(List.of("b"));
        dirty.markAfterCommit(List.of("a", "b"));
        assertThat(taken()).isEmpty();
        complete(TransactionSynchronization.STATUS_COMMITTED);
        assertThat(taken()).containsExactly("a", "b");
    }

    @Test
    void a_rollback_touches_nothing() {
        dirty.markAfterCommit(List.of("a"));
        complete(TransactionSynchronization.STATUS_ROLLED_BACK);
        assertThat(taken()).isEmpty();
    }

    @Test
    void a_commit_without_an_answer_touches() {
        dirty.markAfterCommit(List.of("a"));
        complete(TransactionSynchronization.STATUS_UNKNOWN);
        assertThat(taken()).containsExactly("a");
    }

    @Test
    void the_longest_touched_are_taken_first_and_each_once() {
        dirty.mark(List.of("c", "b"));
        dirty.hinted(List.of("a", "b"));
        assertThat(dirty.take(2)).isEqualTo(new DirtySet.Taken<>(Set.of("b", "c"), Set.of("b", "c")));
        assertThat(dirty.take(2)).isEqualTo(new DirtySet.Taken<>(Set.of("a"), Set.of()));
        assertThat(taken()).isEmpty();
    }

    @Test
    void what_was_taken_and_put_back_is_as_it_was() {
        dirty.hinted(List.of("a"));
        dirty.mark(List.of("b"));
        DirtySet.Taken<String> taken = dirty.take(10);
        dirty.mark(List.of("a"));
        dirty.putBack(taken);
        assertThat(dirty.take(10)).isEqualTo(new DirtySet.Taken<>(Set.of("a", "b"), Set.of("a", "b")));
    }

    @Test
    void what_was_touched_here_stays_so_though_others_tell_of_it() {
        dirty.mark(List.of("a"));
        dirty.hinted(List.of("a"));
        assertThat(dirty.take(10).here()).containsExactly("a");
    }

    @Test
    void each_node_of_a_process_hears_of_what_it_touched_itself() {
        DirtyLimits other = new DirtyLimits();
        other.onMarked(() -> {});
        dirty.markAfterCommit(List.of("a"));
        other.markAfterCommit(List.of("b"));
        List<TransactionSynchronization> all = TransactionSynchronizationManager.getSynchronizations();
        TransactionSynchronizationManager.clearSynchronization();
        all.forEach(each -> each.afterCompletion(TransactionSynchronization.STATUS_COMMITTED));
        assertThat(taken()).containsExactly("a");
        assertThat(other.take(10).names()).containsExactly("b");
    }
}
