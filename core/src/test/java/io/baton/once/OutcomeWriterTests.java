package io.baton.once;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.database.Transactions;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;

class OutcomeWriterTests {

    private final AtomicInteger written = new AtomicInteger();
    private boolean away = true;
    private final OutcomeWriter notes = new OutcomeWriter(
            (OnceStore) Proxy.newProxyInstance(
                    OnceStore.class.getClassLoader(),
                    new Class<?>[] {OnceStore.class},
                    (proxy, method, arguments) -> method.getReturnType() == boolean.class),
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
}
