package io.baton.observation;

import io.baton.job.NewJob;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The storing of new jobs, which are alike in most cases. */
final class EnqueueContext extends SenderContext<Map<String, String>> {

    private final List<NewJob> jobs;
    private final Map<String, String> fields = new LinkedHashMap<>();

    EnqueueContext(List<NewJob> jobs) {
        super(
                (carrier, name, value) -> {
                    if (carrier != null) {
                        carrier.put(name, value);
                    }
                },
                Kind.PRODUCER);
        this.jobs = jobs;
        setCarrier(fields);
        setRemoteServiceName("baton");
    }

    /** Returns the fields of the trace that it is part of. */
    Map<String, String> fields() {
        return fields;
    }

    String type() {
        return jobs.get(0).type();
    }

    String queue() {
        return jobs.get(0).queue();
    }

    int size() {
        return jobs.size();
    }
}
