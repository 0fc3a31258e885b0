package io.baton.observation;

import io.baton.job.NewJob;
import io.baton.job.ShareNames;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes an enqueue by its first job. The keys follow OpenTelemetry's conventions for messages; those of low cardinality are tags of meters. */
final class EnqueueContext extends SenderContext<Map<String, String>> {

    private final Map<String, String> fields = new LinkedHashMap<>();

    EnqueueContext(List<NewJob> jobs) {
        super(
                (carrier, name, value) -> {
                    if (carrier != null) {
                        carrier.put(name, value);
                    }
                },
                Kind.PRODUCER);
        NewJob first = jobs.get(0);
        String queue = ShareNames.queue(first.queue());
        setCarrier(fields);
        setRemoteServiceName("baton");
        setContextualName("send " + queue);
        addLowCardinalityKeyValues(KeyValues.of("type", first.type(), "queue", queue));
        addHighCardinalityKeyValues(KeyValues.of(
                "messaging.system",
                "baton",
                "messaging.operation.type",
                "send",
                "messaging.destination.name",
                queue,
                "messaging.batch.message_count",
                Integer.toString(jobs.size())));
    }

    /** Returns the fields of the trace that the enqueue is part of. */
    Map<String, String> fields() {
        return fields;
    }
}
