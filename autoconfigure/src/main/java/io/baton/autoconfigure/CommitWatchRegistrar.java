package io.baton.autoconfigure;

import io.baton.enqueue.CommitWatch;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Adds the watch to every transaction manager that does not have it yet. */
record CommitWatchRegistrar(ObjectProvider<ConfigurableTransactionManager> managers, CommitWatch watch)
        implements SmartInitializingSingleton {

    @Override
    public void afterSingletonsInstantiated() {
        managers.forEach(manager -> {
            if (!manager.getTransactionExecutionListeners().contains(watch)) {
                manager.addListener(watch);
            }
        });
    }
}
