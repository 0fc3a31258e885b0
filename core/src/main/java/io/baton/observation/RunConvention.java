package io.baton.observation;

import io.baton.job.ClaimedJob;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** How a call of a handler is named: by OpenTelemetry's conventions for messages, and short enough for meters. */
final class RunConvention implements ObservationConvention<RunContext> {

    @Override
    public String getName() {
        return "baton.jobs.run";
    }

    @Override
    public String getContextualName(RunContext context) {
        return "process " + context.first().queue();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(RunContext context) {
        ClaimedJob first = context.first();
        return KeyValues.of("type", first.type(), "queue", first.queue(), "outcome", context.outcome());
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(RunContext context) {
        ClaimedJob first = context.first();
        KeyValues all = KeyValues.of(
                "messaging.system", "baton",
                "messaging.operation.type", "process",
                "messaging.destination.name", first.queue());
        KeyValues counted = context.size() == 1
                ? all.and(
                        "messaging.message.id", Long.toString(first.id()),
                        "baton.job.attempt", Integer.toString(first.attempt()))
                : all.and("messaging.batch.message_count", Integer.toString(context.size()));
        return ErrorType.with(counted, context);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof RunContext;
    }
}
