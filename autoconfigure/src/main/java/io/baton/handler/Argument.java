package io.baton.handler;

import io.baton.Job;
import io.baton.Partition;
import java.util.List;

/** What a handler's parameter is given. */
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
