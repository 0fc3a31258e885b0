package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.JobStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;

class TransactionalCallsTests {

    private final List<Object> limits = new ArrayList<>();
    private final JobStore store = (JobStore) Proxy.newProxyInstance(
            JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                if (method.getName().equals("limitIdleTime")) {
                    limits.add(arguments[0]);
                    return null;
                }
                return Map.of();
            });
    private final TransactionalCalls calls =
            new TransactionalCalls(new NoDatabase(), new DefaultTransactionDefinition(), store);

    private static final class NoDatabase extends AbstractPlatformTransactionManager {

        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }

    @Test
    void a_handler_with_a_timeout_may_idle_a_little_longer_than_that() throws Throwable {
        calls.call(List::of, Duration.ofSeconds(30));
        assertThat(limits).containsExactly(Duration.ofSeconds(35));
    }

    @Test
    void a_handler_without_a_timeout_may_idle() throws Throwable {
        calls.call(List::of, null);
        assertThat(limits).isEmpty();
    }
}
