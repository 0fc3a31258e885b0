package io.baton.observation;

import io.baton.observation.JobObservations.RunContext;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Begins the span of a call whose jobs come from several traces, and links it to the spans of their enqueues, since a span can continue one trace
 * only. The application's own handler begins the spans of all other calls.
 */
public final class LinkedRuns extends PropagatingReceiverTracingObservationHandler<RunContext> {

    /** The most links of a span. OpenTelemetry drops further ones. */
    private static final int MOST = 128;

    private static final Pattern TRACEPARENT =
            Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

    public LinkedRuns(Tracer tracer, Propagator propagator) {
        super(tracer, propagator);
    }

    @Override
    public Span.Builder customizeExtractedSpan(RunContext context, Span.Builder span) {
        context.traces().stream()
                .map(this::enqueue)
                .flatMap(Optional::stream)
                .limit(MOST)
                .forEach(enqueue -> span.addLink(new Link(enqueue)));
        return span;
    }

    /** Returns the span in which a job was enqueued, if the job's row names it in the form of W3C. */
    private Optional<TraceContext> enqueue(String trace) {
        Matcher parts = TRACEPARENT.matcher(TraceText.read(trace).getOrDefault("traceparent", ""));
        if (!parts.matches()) {
            return Optional.empty();
        }
        return Optional.of(getTracer()
                .traceContextBuilder()
                .traceId(parts.group(1))
                .spanId(parts.group(2))
                .sampled((Integer.parseInt(parts.group(3), 16) & 1) == 1)
                .build());
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof RunContext run && run.traces().size() > 1;
    }
}
