package io.baton.benchmark.baton;

import io.baton.JobId;
import io.baton.Jobs;
import io.baton.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** Sends signals to jobs that wait, one after the other. */
@Component
@Profile("resumed")
class Resumes implements Measurement {

    static final long PAUSE_NANOS = 10_000_000;
    private static final String WAITING = "SELECT count(*) FROM baton_job WHERE state = 7";

    private final Jobs jobs;
    private final Signals signals;
    private final ResumedJobs payloads;
    private final JdbcOperations jdbc;

    Resumes(Jobs jobs, Signals signals, ResumedJobs payloads, JdbcOperations jdbc) {
        this.jobs = jobs;
        this.signals = signals;
        this.payloads = payloads;
        this.jdbc = jdbc;
    }

    /** Returns when each call that sends one returned. */
    @Override
    public String measure(int number) {
        List<JobId> waiting = new ArrayList<>();
        for (int index = 0; index < number; index++) {
            waiting.add(jobs.enqueue(payloads.payload(index)).id());
        }
        while (Objects.requireNonNull(jdbc.queryForObject(WAITING, Integer.class)) < number) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        StringJoiner times = new StringJoiner(" ");
        for (JobId job : waiting) {
            LockSupport.parkNanos(PAUSE_NANOS);
            signals.send(job, "go", true);
            times.add(Long.toString(System.nanoTime()));
        }
        return times.toString();
    }
}
