package io.baton.benchmark.baton;

import io.baton.Jobs;
import io.baton.benchmark.node.Payload;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Enqueues plain jobs, one after the other. */
@Component
@Profile("resumed")
class Starts implements Measurement {

    private final Jobs jobs;

    Starts(Jobs jobs) {
        this.jobs = jobs;
    }

    /** Returns when each call that enqueues one returned. */
    @Override
    public String measure(int number) {
        StringJoiner times = new StringJoiner(" ");
        for (int index = 0; index < number; index++) {
            LockSupport.parkNanos(Resumes.PAUSE_NANOS);
            jobs.enqueue(new ResumedJobs.Started(index, Payload.FILLER));
            times.add(Long.toString(System.nanoTime()));
        }
        return times.toString();
    }
}
