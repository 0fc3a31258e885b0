package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Flyway looks before it locks on H2: what another node has just written it may write again. */
class H2ManyNodesTests {

    private static final int NODES = 16;
    private static final int ROUNDS = 10;

    @Test
    void nodes_that_start_at_once_on_an_empty_database_all_start() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (HikariDataSource dataSource = TestDatabase.H2.freshDatabase()) {
                CyclicBarrier start = new CyclicBarrier(NODES);
                List<CompletableFuture<Void>> nodes = new ArrayList<>();
                for (int node = 0; node < NODES; node++) {
                    nodes.add(CompletableFuture.runAsync(
                            () -> {
                                await(start);
                                new BatonSchema(dataSource, null).migrate();
                            },
                            task -> new Thread(task).start()));
                }
                CompletableFuture.allOf(nodes.toArray(CompletableFuture[]::new)).get(2, TimeUnit.MINUTES);
                assertThat(new JdbcTemplate(dataSource).queryForObject("SELECT COUNT(*) FROM baton_job", Integer.class))
                        .isZero();
            }
        }
    }

    private static void await(CyclicBarrier start) {
        try {
            start.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
