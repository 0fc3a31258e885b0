package io.baton.simulation;

import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchStore;
import io.baton.batch.BatchWork;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.flow.FlowRelease;
import io.baton.flow.FlowStore;
import io.baton.job.FollowUp;
import io.baton.job.JobReleases.Released;
import io.baton.job.JobStore;
import io.baton.loop.Ticker;
import java.util.List;

/** What a node does for batches, in transactions between whose statements time passes. Used by one thread at a time. */
final class NodeBatches {

    /** So few that steps are released in several. */
    private static final int PORTION = 2;

    private final SimulatedNode node;
    private final SteppedTransactions transactions;
    private final BatchStore store;
    private final FlowStore flows;
    private final JobStore jobs;
    private final FlowRelease release;

    NodeBatches(SimulatedNode node) {
        this.node = node;
        this.transactions = new SteppedTransactions(node);
        this.store = new SimulatedBatchStore(node.world(), transactions);
        this.flows = new SimulatedFlowStore(node.world(), transactions);
        this.jobs = new SteppedJobs(node, transactions);
        this.release = new FlowRelease(flows, store, jobs, node.dirtyGroups(), PORTION);
    }

    FollowUp followUp(Ticker ticker) {
        return new BatchFollowUp(
                new BatchReducer(store, jobs, node.dirtyGroups(), release),
                transactions,
                node.publisher(),
                ticker,
                node.world().setup()::poll);
    }

    /** What an application on this node does with batches. */
    BatchWork work() {
        return SimulatedBatches.work(
                store,
                jobs,
                transactions,
                new SignalAfterCommit(node.publisher(), List.of()),
                node.dirtyGroups(),
                release);
    }

    FlowStore flows() {
        return flows;
    }

    /** The jobs as they are seen from within a transaction. */
    private static final class SteppedJobs extends SimulatedStore {

        private final SteppedTransactions transactions;

        private SteppedJobs(SimulatedNode node, SteppedTransactions transactions) {
            super(node.world(), node.dirty()::mark, node.dirtyGroups()::mark);
            this.transactions = transactions;
        }

        @Override
        public Released release(List<Long> ids) {
            return transactions.statement(() -> super.release(ids));
        }

        @Override
        public Released dismiss(List<Long> ids) {
            return transactions.statement(() -> super.dismiss(ids));
        }

        @Override
        public int cancelFree(List<Long> ids) {
            return transactions.statement(() -> super.cancelFree(ids));
        }
    }
}
