package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.JobStore;
import io.baton.testing.TransactionsOfNothing;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.DefaultTransactionDefinition;

class TransactionalExecutionTests {

    private final List<Duration> limits = new ArrayList<>();
    private final JobStore store = (JobStore) Proxy.newProxyInstance(
            JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> Map.of());
    private final TransactionalExecution calls = new TransactionalExecution(
            new TransactionsOfNothing(), new DefaultTransactionDefinition(), store, () -> {}, limits::add);

    @Test
    void a_handler_with_a_timeout_may_idle_a_little_longer_than_that() throws Throwable {
        calls.execute(List::of, Duration.ofSeconds(30));
        assertThat(limits).containsExactly(Duration.ofSeconds(35));
    }

    @Test
    void a_handler_without_a_timeout_may_idle() throws Throwable {
        calls.execute(List::of, null);
        assertThat(limits).isEmpty();
    }
}
