package io.baton.faults.once;

import io.baton.JobHandler;
import io.baton.Once;
import io.baton.OnceOptions;
import io.baton.OnceUncertainException;
import io.baton.Retry;
import io.baton.faults.once.OnceWork.MakeEffect;
import io.baton.faults.worker.Trace;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Has effects once. While one is to crash the process no other is under way here, so that a crash leaves one of them uncertain. */
final class EffectHandler {

    private static final int CRASH = 9;

    private final Once once;
    private final IdempotentReceiver receiver;
    private final Trace trace;
    private final ReadWriteLock underWay = new ReentrantReadWriteLock();

    EffectHandler(Once once, IdempotentReceiver receiver, Trace trace) {
        this.once = once;
        this.receiver = receiver;
        this.trace = trace;
    }

    @JobHandler
    @Retry(delay = "200ms", jitter = 0)
    void effect(MakeEffect work) {
        boolean mayCrash = work.crashes() && !receiver.wasCalled(work.effect());
        Lock lock = mayCrash ? underWay.writeLock() : underWay.readLock();
        lock.lock();
        try {
            once.perform("effect:" + work.effect(), options -> choose(work, options), key -> act(work, key, mayCrash));
        } catch (OnceUncertainException e) {
            receiver.recordUncertain(work.effect());
        } finally {
            lock.unlock();
        }
    }

    private static void choose(MakeEffect work, OnceOptions options) {
        if (work.strict()) {
            options.failIfUncertain();
        }
    }

    private void act(MakeEffect work, String key, boolean mayCrash) {
        boolean first = !receiver.wasCalled(work.effect());
        receiver.receive(work.effect(), key);
        if (mayCrash && first) {
            trace.note("crash", work.effect());
            Runtime.getRuntime().halt(CRASH);
        }
    }
}
