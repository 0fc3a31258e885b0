package io.baton.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.JobInterceptor;
import io.baton.JobInterceptor.RunCall;
import io.baton.JobRejectedException;
import io.baton.handler.Handler.HandlerResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What interceptors do to each other, and to the handler. */
class InterceptedCallTests {

    private static final HandlerResult RESULT = new HandlerResult("1", Map.of(), null);

    private final List<String> called = new ArrayList<>();

    /** An interceptor as a lambda. */
    private interface Around {

        void run(RunCall call) throws Throwable;
    }

    private static JobInterceptor interceptor(Around around) {
        return new JobInterceptor() {

            @Override
            public void run(RunCall call) throws Throwable {
                around.run(call);
            }
        };
    }

    private HandlerResult run(@Nullable Throwable failure, Around... arounds) throws Throwable {
        List<JobInterceptor> interceptors = new ArrayList<>();
        for (Around around : arounds) {
            interceptors.add(interceptor(around));
        }
        return new InterceptedCall(interceptors, List.of(), false, () -> {
                    called.add("handler");
                    if (failure != null) {
                        throw failure;
                    }
                    return RESULT;
                })
                .run();
    }

    private void swallowing(RunCall call) {
        try {
            call.proceed();
        } catch (Throwable e) {
            called.add("swallowed");
        }
    }

    @Test
    void the_result_of_the_handler_passes_all() throws Throwable {
        assertThat(run(null, RunCall::proceed, RunCall::proceed)).isSameAs(RESULT);
    }

    @Test
    void an_outer_one_that_proceeds_again_does_not_pass_an_inner_one() {
        Around again = call -> {
            swallowing(call);
            call.proceed();
        };
        Around rejects = call -> {
            throw new JobRejectedException("no such user");
        };
        assertThatThrownBy(() -> run(null, again, rejects)).hasMessageContaining("called proceed twice");
        assertThatThrownBy(() -> run(null, this::swallowing, rejects)).hasMessage("no such user");
        assertThat(called).doesNotContain("handler");
    }

    @Test
    void a_failure_after_the_handler_is_kept_by_all_outer_ones() {
        Around fails = call -> {
            call.proceed();
            throw new IllegalStateException("afterwards");
        };
        assertThatThrownBy(() -> run(null, this::swallowing, this::swallowing, fails))
                .hasMessage("afterwards");
        assertThatThrownBy(() -> run(new AssertionError("of the handler"), this::swallowing, this::swallowing))
                .hasMessage("of the handler");
    }

    @Test
    void one_that_does_not_proceed_fails_also_behind_one_that_catches_it() {
        assertThatThrownBy(() -> run(null, this::swallowing, call -> {}))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("did not call proceed");
        assertThat(called).containsExactly("swallowed");
    }

    @Test
    void another_thread_cannot_proceed() {
        Around elsewhere = call -> {
            Thread thread = new Thread(() -> swallowing(call));
            thread.start();
            thread.join();
        };
        assertThatThrownBy(() -> run(null, elsewhere)).hasMessageContaining("on another thread");
        assertThat(called).containsExactly("swallowed");
    }
}
