package io.baton.observation;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A call of a handler, with one job or with several of one type. */
final class RunContext extends ReceiverContext<Map<String, String>> {

    private final List<ClaimedJob> jobs;
    private final List<String> traces;
    private Set<RunOutcome> outcomes = Set.of();

    /** Goes on with the trace of its jobs, if that is a single one. */
    RunContext(List<ClaimedJob> jobs) {
        super((carrier, name) -> carrier.get(name), Kind.CONSUMER);
        this.jobs = jobs;
        this.traces = jobs.stream()
                .map(ClaimedJob::trace)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        setCarrier(traces.size() == 1 ? TraceText.read(traces.get(0)) : Map.of());
        setRemoteServiceName("baton");
    }

    /** Returns the traces that its jobs were enqueued in, each once. */
    List<String> traces() {
        return traces;
    }

    ClaimedJob first() {
        return jobs.get(0);
    }

    int size() {
        return jobs.size();
    }

    void ended(Set<RunOutcome> outcomes) {
        this.outcomes = outcomes;
    }

    /** Returns what all of its jobs came to; if that differs, that it does. */
    String outcome() {
        return switch (outcomes.size()) {
            case 0 -> "none";
            case 1 -> outcomes.iterator().next().name().toLowerCase(java.util.Locale.ROOT);
            default -> "mixed";
        };
    }
}
