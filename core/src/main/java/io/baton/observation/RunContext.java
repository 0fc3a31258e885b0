package io.baton.observation;

import static java.util.Objects.requireNonNull;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A call of a handler, with one job or with several of one type. Named by OpenTelemetry's conventions for messages; the tags of meters have few values.
 */
final class RunContext extends ReceiverContext<Map<String, String>> {

    private static final KeyValue SYSTEM = KeyValue.of("messaging.system", "baton");
    private static final KeyValue OPERATION = KeyValue.of("messaging.operation.type", "process");
    private static final KeyValue NO_OUTCOME = outcome("none");
    private static final KeyValue SEVERAL_OUTCOMES = outcome("mixed");
    private static final Map<RunOutcome, KeyValue> OUTCOMES = new EnumMap<>(RunOutcome.class);

    static {
        for (RunOutcome each : RunOutcome.values()) {
            OUTCOMES.put(each, outcome(each.name().toLowerCase(Locale.ROOT)));
        }
    }

    private final List<String> traces;

    /** Goes on with the trace of its jobs, if that is a single one. */
    RunContext(List<ClaimedJob> jobs) {
        super((carrier, name) -> carrier.get(name), Kind.CONSUMER);
        ClaimedJob first = jobs.get(0);
        boolean single = jobs.size() == 1;
        this.traces = single && first.trace() == null ? List.of() : traces(jobs);
        setCarrier(traces.size() == 1 ? TraceText.read(traces.get(0)) : Map.of());
        setRemoteServiceName("baton");
        setContextualName("process " + first.queue());
        addLowCardinalityKeyValue(KeyValue.of("type", first.type()));
        addLowCardinalityKeyValue(KeyValue.of("queue", first.queue()));
        addLowCardinalityKeyValue(NO_OUTCOME);
        addHighCardinalityKeyValue(SYSTEM);
        addHighCardinalityKeyValue(OPERATION);
        addHighCardinalityKeyValue(KeyValue.of("messaging.destination.name", first.queue()));
        if (single) {
            addHighCardinalityKeyValue(KeyValue.of("messaging.message.id", Long.toString(first.id())));
            addHighCardinalityKeyValue(KeyValue.of("baton.job.attempt", Integer.toString(first.attempt())));
        } else {
            addHighCardinalityKeyValue(KeyValue.of("messaging.batch.message_count", Integer.toString(jobs.size())));
        }
    }

    private static List<String> traces(List<ClaimedJob> jobs) {
        return jobs.stream()
                .map(ClaimedJob::trace)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static KeyValue outcome(String value) {
        return KeyValue.of("outcome", value);
    }

    /** Returns the traces that its jobs were enqueued in, each once. */
    List<String> traces() {
        return traces;
    }

    /** Sets the outcome that all of its jobs have in common. */
    void ended(Set<RunOutcome> outcomes) {
        KeyValue outcome =
                switch (outcomes.size()) {
                    case 0 -> NO_OUTCOME;
                    case 1 -> OUTCOMES.get(outcomes.iterator().next());
                    default -> SEVERAL_OUTCOMES;
                };
        addLowCardinalityKeyValue(requireNonNull(outcome));
    }
}
