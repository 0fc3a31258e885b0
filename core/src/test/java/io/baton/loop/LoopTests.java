package io.baton.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopTests {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicBoolean failing = new AtomicBoolean();
    private final CountDownLatch inTurn = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private final Loop loop = new Loop("loop-under-test", this::turn);
    private final Loop slow = new Loop("slow-loop-under-test", this::slowTurn);

    private Duration turn() {
        turns.incrementAndGet();
        if (failing.get()) {
            throw new IllegalStateException("broken");
        }
        return LONG;
    }

    private Duration slowTurn() throws InterruptedException {
        inTurn.countDown();
        mayGoOn.await();
        return turn();
    }

    @AfterEach
    void stop() {
        mayGoOn.countDown();
        loop.stop(PATIENCE);
        slow.stop(PATIENCE);
    }

    @Test
    void a_wake_up_ends_the_rest() {
        loop.start();
        await().until(() -> turns.get() == 1);
        loop.wake();
        await().until(() -> turns.get() == 2);
    }

    @Test
    void a_wake_up_during_a_turn_is_remembered() throws InterruptedException {
        slow.start();
        inTurn.await();
        slow.wake();
        mayGoOn.countDown();
        await().until(() -> turns.get() == 2);
    }

    @Test
    void what_fails_is_tried_again_and_its_trouble_ends_with_it() {
        failing.set(true);
        loop.start();
        await().until(() -> turns.get() > 1);
        assertThat(loop.trouble().orElseThrow().failure()).isEqualTo("java.lang.IllegalStateException");
        failing.set(false);
        await().until(() -> loop.trouble().isEmpty());
    }

    @Test
    void a_stray_interrupt_ends_no_loop() {
        loop.start();
        await().until(() -> turns.get() == 1);
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("loop-under-test"))
                .forEach(Thread::interrupt);
        await().until(() -> {
            loop.wake();
            return turns.get() > 2;
        });
    }

    @Test
    void after_a_stop_no_turn_begins() {
        loop.start();
        await().until(() -> turns.get() == 1);
        loop.stop(PATIENCE);
        loop.wake();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("loop-under-test");
        assertThat(turns).hasValue(1);
    }
}
