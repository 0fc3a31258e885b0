package io.baton.autoconfigure;

import io.baton.enqueue.CommitWatch;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Adds the watch to every transaction manager that does not have it yet when it is made, and makes none for that. */
record CommitWatchRegistrar(Supplier<CommitWatch> watch) implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager manager
                && !manager.getTransactionExecutionListeners().contains(watch.get())) {
            manager.addListener(watch.get());
        }
        return bean;
    }
}
