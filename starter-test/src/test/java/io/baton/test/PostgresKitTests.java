package io.baton.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.test.shop.Shop.Sell;
import io.baton.test.shop.Shop.Ship;
import io.baton.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.annotation.Transactional;

class PostgresKitTests extends KitContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        use(TestDatabase.POSTGRES, registry);
    }

    @Test
    @Transactional
    void a_statement_that_failed_before_is_thought_of() {
        jobs.enqueue(new Ship("book"));
        assertThatThrownBy(() -> jdbc.sql("SELECT 1 / 0").query(Integer.class).single())
                .isInstanceOf(DataAccessException.class);
        assertThatThrownBy(() -> kit.runDue())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("NOT_SUPPORTED")
                .hasCauseInstanceOf(DataAccessException.class);
    }

    /** For example at a breakpoint. */
    @Test
    @Transactional
    void the_tests_transaction_may_lie_idle_after_a_run() {
        jobs.enqueueAll(List.of(new Ship("book"), new Sell("lamp")));
        kit.runDue().orThrow();
        assertThat(jdbc.sql("SELECT current_setting('idle_in_transaction_session_timeout')")
                        .query(String.class)
                        .single())
                .isEqualTo("0");
    }
}
