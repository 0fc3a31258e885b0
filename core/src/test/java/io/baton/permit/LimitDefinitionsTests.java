package io.baton.permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.RowLockedException;
import io.baton.database.Transactions;
import io.baton.permit.LimitDefinitions.PermitSemaphores;
import io.baton.testing.Stubbed;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;

class LimitDefinitionsTests {

    private static final Transactions DIRECT = new Transactions() {
        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return work.get();
        }
    };

    private final DirtyLimits dirty = new DirtyLimits();

    /** A store in which jobs wait for a key, and no permits can be released. */
    private static PermitStore store() {
        return Stubbed.of(PermitStore.class, (method, arguments) -> switch (method) {
            case "change" -> true;
            case "awaited" -> List.of("a:1");
            case "releaseBeyond" -> throw new CannotAcquireLockException("locked", new SQLException("lock", "55P03"));
            default -> throw new UnsupportedOperationException(method);
        });
    }

    @Test
    void a_changed_limit_is_admitted_for_though_no_permits_were_released() {
        dirty.onMarked(() -> {});
        PermitSemaphores semaphores = new PermitSemaphores(store(), DIRECT, dirty);
        assertThatThrownBy(() -> semaphores.resize("a", 3))
                .isInstanceOf(RowLockedException.class)
                .hasMessageContaining("the release of permits beyond limit a");
        assertThat(dirty.take(10).names()).containsExactly("a", "a:1");
    }
}
