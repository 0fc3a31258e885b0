package io.baton.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.CurrentJob;
import io.baton.job.Fence;
import io.baton.job.UnwrittenNotes;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class OutcomeWriterTests {

    private final AtomicInteger written = new AtomicInteger();
    private boolean away = true;
    private final OutcomeWriter notes = new OutcomeWriter(
            new OnceStore(new Database(new DriverManagerDataSource("jdbc:h2:mem:no-tables"), null)) {
                @Override
                boolean done(String key, UUID lockId, @Nullable String outcome, Duration keep) {
                    return true;
                }

                @Override
                boolean free(String key, UUID lockId) {
                    return true;
                }
            },
            new Transactions() {
                @Override
                public <T extends @Nullable Object> T run(Supplier<T> work) {
                    if (away) {
                        throw new TransientDataAccessResourceException("away");
                    }
                    written.incrementAndGet();
                    return work.get();
                }
            });

    /** Other tasks have their turns in between. */
    @Test
    void what_gathered_while_the_database_was_away_is_written_in_portions() {
        for (int each = 0; each < 500; each++) {
            notes.free("k" + each, UUID.randomUUID());
        }
        away = false;
        assertThat(notes.sweep()).isZero();
        assertThat(written).hasValue(200);
        assertThat(notes.sweep()).isZero();
        assertThat(notes.sweep()).isEqualTo(Duration.ofSeconds(10));
        assertThat(written).hasValue(500);
    }

    /** A retry would only find that it was done, and use up an attempt. */
    @Test
    void a_handler_goes_on_while_its_note_waits_for_the_database() {
        Fence run = new Fence(7, UUID.randomUUID());
        CurrentJob.begin(run);
        try {
            notes.done("mail", UUID.randomUUID(), null, Duration.ofDays(1));
        } finally {
            CurrentJob.end();
        }
        assertThat(UnwrittenNotes.has(run)).isTrue();
        away = false;
        notes.sweep();
        assertThat(UnwrittenNotes.has(run)).isFalse();
        assertThat(written).hasValue(1);
    }

    @Test
    void outside_of_handlers_the_caller_learns_that_it_is_not_noted() {
        assertThatThrownBy(() -> notes.done("mail", UUID.randomUUID(), null, Duration.ofDays(1)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("mail");
    }
}
