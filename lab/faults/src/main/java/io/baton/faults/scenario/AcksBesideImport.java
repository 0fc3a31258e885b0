package io.baton.faults.scenario;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.faults.Report;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Many acknowledge items while an import adds to their batch in a transaction that stays open: the application has as few connections as most. */
final class AcksBesideImport implements Scenario {

    private static final int ACKS = 20;
    private static final int OTHER_REQUESTS = 10;

    @Override
    public String name() {
        return "acks";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        try (ConfigurableApplicationContext application = cluster.withoutWorker(
                        "--spring.datasource.hikari.maximum-pool-size=10",
                        "--spring.datasource.hikari.connection-timeout=3000");
                Users users = new Users()) {
            run(cluster, report, application, users);
        }
    }

    private static void run(Cluster cluster, Report report, ConfigurableApplicationContext application, Users users) {
        DataSource pool = application.getBean(DataSource.class);
        Batches batches = application.getBean(Batches.class);
        Batch batch = batches.open();
        List<String> items = batch.addItems(ACKS).ids().toList();
        CompletableFuture<Integer> added = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<Void>().completeOnTimeout(null, 15, TimeUnit.SECONDS);
        CompletableFuture<Boolean> importing = CompletableFuture.completedFuture(true);
        if (cluster.breaks()) {
            importing = users.submit(() -> imported(pool, batch, added, end));
        }
        importing = importing.whenComplete((done, failure) -> added.complete(0));
        int imported = added.join();
        boolean open = imported > 0 && batch.status().items() == ACKS;
        List<CompletableFuture<Boolean>> acks = items.stream()
                .map(item -> users.submit(() -> !batches.ack(List.of(item)).isEmpty()))
                .toList();
        JdbcTemplate sql = new JdbcTemplate(pool);
        List<CompletableFuture<Boolean>> others = Stream.generate(() ->
                        users.submit(() -> Integer.valueOf(1).equals(sql.queryForObject("SELECT 1", Integer.class))))
                .limit(OTHER_REQUESTS)
                .toList();
        long failed = acks.stream().filter(ack -> !ack.join()).count();
        long othersFailed = others.stream().filter(other -> !other.join()).count();
        open = open && batch.status().items() == ACKS;
        end.complete(null);
        boolean ended = importing.join();
        report.figures().put("failed", failed);
        report.figures().put("others_failed", othersFailed);
        report.check(open, "nothing is proved: no import was open while items were acknowledged");
        report.check(failed == 0, "of " + ACKS + " acknowledgements " + failed + " failed beside an import");
        report.check(othersFailed == 0, othersFailed + " other requests of the application failed");
        report.check(ended, "the import failed");
        batch.seal();
        long remaining = batch.status().remaining();
        report.check(
                remaining == imported, remaining + " items have not ended, of which " + imported + " were imported");
    }

    private static boolean imported(
            DataSource pool, Batch batch, CompletableFuture<Integer> added, CompletableFuture<Void> end) {
        new TransactionTemplate(new JdbcTransactionManager(pool)).executeWithoutResult(status -> {
            batch.addItems(1);
            added.complete(1);
            end.join();
        });
        return true;
    }

    /** Each request has a thread, and fails if it throws. */
    private record Users(ExecutorService threads) implements AutoCloseable {

        Users() {
            this(Executors.newCachedThreadPool());
        }

        CompletableFuture<Boolean> submit(Callable<Boolean> request) {
            return CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return request.call();
                        } catch (Exception e) {
                            return false;
                        }
                    },
                    threads);
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
