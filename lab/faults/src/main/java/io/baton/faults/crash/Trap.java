package io.baton.faults.crash;

import io.baton.faults.proxy.Cut;
import io.baton.faults.proxy.FaultProxy;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/** Injects the fault that it was set for, once, when its point is reached. */
final class Trap {

    private static final long ANSWER_MILLIS = 200;

    private final FaultProxy proxy;
    private final AtomicReference<@Nullable Set> set = new AtomicReference<>();
    private final Timer timer = new Timer("trap", true);
    private volatile boolean sprung;

    Trap(FaultProxy proxy) {
        this.proxy = proxy;
    }

    private record Set(Point point, PointFault fault) {}

    /** What dies when a thread does. */
    static final class Death extends Error {

        Death(Point point) {
            super("on purpose, " + point);
        }
    }

    void set(Point point, PointFault fault) {
        sprung = false;
        set.set(new Set(point, fault));
    }

    /** Whether it did what it was set for, to the end. */
    boolean sprung() {
        return sprung;
    }

    void at(Point.When when, String verb) {
        Set now = set.get();
        Point here = new Point(when, verb);
        if (now != null && now.point().equals(here) && set.compareAndSet(now, null)) {
            spring(now);
        }
    }

    private void spring(Set what) {
        switch (what.fault()) {
            case EXCEPTION -> {
                sprung = true;
                throw new DataAccessResourceFailureException("on purpose, " + what.point());
            }
            case DEATH -> {
                sprung = true;
                throw new Death(what.point());
            }
            case CUT -> cut();
        }
    }

    /** What is sent next still arrives, and its answer does not. */
    private void cut() {
        proxy.cut(Cut.DROP_REPLIES);
        timer.schedule(
                new TimerTask() {

                    @Override
                    public void run() {
                        proxy.cut(Cut.RESET);
                        sprung = true;
                    }
                },
                ANSWER_MILLIS);
    }
}
