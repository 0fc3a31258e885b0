package io.baton.observation;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Describes a call with one job, or several of one type. The keys follow OpenTelemetry's conventions for messages, except the tags of meters. */
final class RunContext extends ReceiverContext<Map<String, String>> {

    private final List<String> traces;

    /** Continues the trace of the jobs, if they have a single one. */
    RunContext(List<ClaimedJob> jobs) {
        super((carrier, name) -> carrier.get(name), Kind.CONSUMER);
        ClaimedJob first = jobs.get(0);
        boolean single = jobs.size() == 1;
        this.traces = jobs.stream()
                .map(ClaimedJob::trace)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        setCarrier(traces.size() == 1 ? TraceText.read(traces.get(0)) : Map.of());
        setRemoteServiceName("baton");
        setContextualName("process " + first.queue());
        addLowCardinalityKeyValues(KeyValues.of("type", first.type(), "queue", first.queue(), "outcome", "none"));
        addHighCardinalityKeyValues(KeyValues.of(
                "messaging.system",
                "baton",
                "messaging.operation.type",
                "process",
                "messaging.destination.name",
                first.queue()));
        addHighCardinalityKeyValues(
                single
                        ? KeyValues.of(
                                "messaging.message.id",
                                Long.toString(first.id()),
                                "baton.job.attempt",
                                Integer.toString(first.attempt()))
                        : KeyValues.of("messaging.batch.message_count", Integer.toString(jobs.size())));
    }

    /** Returns the distinct traces in which the jobs were enqueued. */
    List<String> traces() {
        return traces;
    }

    /** Sets the outcome of the jobs, which is {@code mixed} if they have several. */
    void ended(Set<RunOutcome> outcomes) {
        if (!outcomes.isEmpty()) {
            String outcome =
                    outcomes.size() > 1 ? "mixed" : outcomes.iterator().next().name();
            addLowCardinalityKeyValue(KeyValue.of("outcome", outcome.toLowerCase(Locale.ROOT)));
        }
    }
}
