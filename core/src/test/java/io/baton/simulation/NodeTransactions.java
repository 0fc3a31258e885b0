package io.baton.simulation;

import io.baton.database.Transactions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node's transactions on the shared database: they take time, fail before they began or after they committed, and may be the last. */
final class NodeTransactions implements Transactions {

    private final SimulatedNode node;

    NodeTransactions(SimulatedNode node) {
        this.node = node;
    }

    @Override
    public <T extends @Nullable Object> T run(Supplier<T> work) {
        node.checkAlive();
        Weather weather = node.world().weather();
        weather.beforeCall(node);
        T result = node.world().database().run(work);
        weather.afterCommit(node);
        return result;
    }
}
