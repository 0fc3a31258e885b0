package io.baton.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.BatchId;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SamplerTests {

    private final AtomicBoolean first = new AtomicBoolean(true);
    private final AtomicBoolean unreadable = new AtomicBoolean();
    private final Sampler sampler = new Sampler(monitor(), first::get, () -> 0);
    private final List<@Nullable Sample> seen = new ArrayList<>();

    private Monitor monitor() {
        return (Monitor) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Monitor.class}, (self, method, arguments) -> {
                    if (unreadable.get()) {
                        throw new IllegalStateException("statement timeout");
                    }
                    return method.getReturnType() == long.class ? (Object) 0L : List.<BatchId>of();
                });
    }

    @Test
    void figures_that_cannot_be_read_any_more_are_withdrawn() {
        sampler.onSample(seen::add);
        sampler.sweep();
        unreadable.set(true);
        assertThatIllegalStateException().isThrownBy(sampler::sweep);
        assertThat(seen).hasSize(2).last().isNull();
        unreadable.set(false);
        sampler.sweep();
        assertThat(seen).hasSize(3).last().isNotNull();
    }

    @Test
    void a_failing_listener_keeps_no_other_from_learning_the_turns_end() {
        sampler.onSample(sample -> {
            throw new IllegalArgumentException("a meter of this name has another type");
        });
        sampler.onSample(seen::add);
        sampler.sweep();
        first.set(false);
        sampler.sweep();
        assertThat(seen).hasSize(2).last().isNull();
    }
}
