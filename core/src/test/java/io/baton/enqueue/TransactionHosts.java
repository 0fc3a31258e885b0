package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Hosts of every kind, which tests leave as they found them. */
abstract class TransactionHosts {

    private static final List<TransactionHost> OPENED = new ArrayList<>();

    static List<TransactionHost> hosts() {
        return opened(
                TransactionHost.jdbc(true),
                TransactionHost.jdbc(false),
                TransactionHost.jpa(true),
                TransactionHost.jpa(false));
    }

    private static List<TransactionHost> opened(TransactionHost... hosts) {
        OPENED.addAll(List.of(hosts));
        return List.of(hosts);
    }

    static TransactionHost opened(TransactionHost host) {
        OPENED.add(host);
        return host;
    }

    @AfterEach
    void leavesNothingBound() {
        assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
        assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
        assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                .isFalse();
        for (TransactionHost host : OPENED) {
            if (!host.pool.isClosed()) {
                assertThat(host.pool.getHikariPoolMXBean().getActiveConnections())
                        .isZero();
            }
        }
    }

    @AfterAll
    static void close() {
        OPENED.forEach(TransactionHost::close);
        OPENED.clear();
    }
}
