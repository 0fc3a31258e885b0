package io.baton.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** How an enqueue is named: by OpenTelemetry's conventions for messages, and short enough for meters. */
final class EnqueueConvention implements ObservationConvention<EnqueueContext> {

    @Override
    public String getName() {
        return "baton.jobs.enqueue";
    }

    @Override
    public String getContextualName(EnqueueContext context) {
        return "send " + context.queue();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(EnqueueContext context) {
        return KeyValues.of("type", context.type(), "queue", context.queue());
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(EnqueueContext context) {
        KeyValues all = KeyValues.of(
                "messaging.system",
                "baton",
                "messaging.operation.type",
                "send",
                "messaging.destination.name",
                context.queue(),
                "messaging.batch.message_count",
                Integer.toString(context.size()));
        return ErrorType.with(all, context);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof EnqueueContext;
    }
}
