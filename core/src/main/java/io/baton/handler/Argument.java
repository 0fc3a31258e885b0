package io.baton.handler;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobRejectedException;
import io.baton.Partition;
import java.util.List;

/** The value of a handler's parameter. */
enum Argument {
    PAYLOAD {
        @Override
        Object of(List<Job<?>> jobs) {
            return jobs.get(0).payload();
        }
    },
    CONTEXT {
        @Override
        Object of(List<Job<?>> jobs) {
            return jobs.get(0).context();
        }
    },
    PARTITION {
        @Override
        Object of(List<Job<?>> jobs) {
            return jobs.get(0).context().partition().orElse(Partition.WHOLE);
        }
    },
    TICK {
        @Override
        Object of(List<Job<?>> jobs) {
            JobContext job = jobs.get(0).context();
            return job.tick()
                    .orElseThrow(() -> new JobRejectedException("Job " + job.id() + " (" + job.type()
                            + ") was not enqueued by a recurring job and has no tick, but its handler takes one: use"
                            + " RecurringJobs.trigger, or let the handler call JobContext.tick()"));
        }
    },
    RESULTS {
        @Override
        Object of(List<Job<?>> jobs) {
            return jobs.get(0).context().results();
        }
    },
    PAYLOADS {
        @Override
        Object of(List<Job<?>> jobs) {
            return jobs.stream().map(Job::payload).toList();
        }
    },
    JOBS {
        @Override
        Object of(List<Job<?>> jobs) {
            return List.copyOf(jobs);
        }
    };

    abstract Object of(List<Job<?>> jobs);

    boolean isPayload() {
        return this == PAYLOAD || isList();
    }

    boolean isList() {
        return this == PAYLOADS || this == JOBS;
    }
}
