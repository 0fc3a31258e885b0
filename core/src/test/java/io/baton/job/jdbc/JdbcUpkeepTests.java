package io.baton.job.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.Upkeep;
import io.baton.job.Upkeep.UpkeepReport;
import io.baton.testing.TestDatabase;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often the database is asked, and what becomes of a question that fails. */
class JdbcUpkeepTests {

    private static final long SECOND = 1_000_000_000;

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong now = new AtomicLong(-20 * SECOND);

    private Upkeep upkeep(Supplier<UpkeepReport> question) {
        return new JdbcUpkeep(question, now::get);
    }

    private UpkeepReport count() {
        return new UpkeepReport(asked.incrementAndGet(), null);
    }

    @Test
    void nothing_is_asked_until_somebody_wants_to_know() {
        Upkeep upkeep = upkeep(this::count);
        assertThat(asked).hasValue(0);
        assertThat(upkeep.report()).contains(new UpkeepReport(1, null));
    }

    @Test
    void an_answer_serves_for_fifteen_seconds() {
        Upkeep upkeep = upkeep(this::count);
        upkeep.report();
        now.addAndGet(15 * SECOND - 1);
        assertThat(upkeep.report()).contains(new UpkeepReport(1, null));
        now.addAndGet(1);
        assertThat(upkeep.report()).contains(new UpkeepReport(2, null));
    }

    @Test
    void a_failed_query_is_no_failure_and_not_repeated_at_once() {
        Upkeep upkeep = upkeep(() -> {
            if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("no connection");
            }
            return new UpkeepReport(7, null);
        });
        assertThat(upkeep.report()).isEmpty();
        assertThat(upkeep.report()).isEmpty();
        assertThat(asked).hasValue(1);
        now.addAndGet(15 * SECOND);
        assertThat(upkeep.report()).contains(new UpkeepReport(7, null));
    }

    @Test
    void nobody_waits_for_a_question_that_another_asks() throws Exception {
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        Upkeep upkeep = upkeep(() -> {
            asking.countDown();
            await(answer);
            return count();
        });
        CompletableFuture<Optional<UpkeepReport>> first = CompletableFuture.supplyAsync(upkeep::report);
        await(asking);
        assertThat(upkeep.report()).isEmpty();
        answer.countDown();
        assertThat(first.get(120, TimeUnit.SECONDS)).contains(new UpkeepReport(1, null));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB"})
    void other_databases_tell_nothing(TestDatabase database) {
        try (var dataSource = database.freshDatabase()) {
            assertThat(JdbcUpkeep.on(dataSource, null)).isSameAs(Upkeep.UNKNOWN);
        }
    }
}
