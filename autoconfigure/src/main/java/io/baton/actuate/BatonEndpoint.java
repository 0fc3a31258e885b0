package io.baton.actuate;

import io.baton.operator.Done;
import io.baton.operator.Operations;
import io.baton.operator.Page;
import io.baton.operator.Shown;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Queues, jobs, workers, limits, batches, flows and recurring jobs, to read and to change, such as over JMX. */
@Endpoint(id = "baton")
public final class BatonEndpoint {

    private static final String UNAUTHENTICATED = "unknown, through an endpoint without authentication";

    private static final List<String> TERMS = List.of(
            "state",
            "type",
            "queue",
            "label",
            "batch",
            "since",
            "until",
            "error",
            "span",
            "after",
            "limit",
            "resource",
            "target",
            "principal",
            "job",
            "flow");

    private final Operations operations;
    private final Show showValues;

    /**
     * Creates the endpoint.
     *
     * @param showValues whether payloads, results and errors are shown when the caller is unknown (JMX)
     */
    public BatonEndpoint(Operations operations, Show showValues) {
        this.operations = operations;
        this.showValues = showValues;
    }

    /** Returns what there is to read, and what can be done with each. */
    @ReadOperation
    public Map<String, List<String>> resources() {
        return operations.actions();
    }

    /** Returns a page of a list; the terms from {@code state} to {@code error} are about jobs, those after {@code limit} about changes and diagnoses. */
    @ReadOperation
    public Page list(
            @Selector String kind,
            @Nullable String state,
            @Nullable String type,
            @Nullable String queue,
            @Nullable String label,
            @Nullable String batch,
            @Nullable String since,
            @Nullable String until,
            @Nullable String error,
            @Nullable String span,
            @Nullable String after,
            @Nullable String limit,
            @Nullable String resource,
            @Nullable String target,
            @Nullable String principal,
            @Nullable String job,
            @Nullable String flow) {
        return operations.list(
                kind,
                terms(
                        state, type, queue, label, batch, since, until, error, span, after, limit, resource, target,
                        principal, job, flow),
                shown(showValues.isShown(true)));
    }

    /** Returns one by its id. */
    @ReadOperation
    public Object find(@Selector String kind, @Selector String id) {
        return operations.find(kind, id, shown(showValues.isShown(true)));
    }

    /** Does something with one. */
    @WriteOperation
    public Done change(@Selector String kind, @Selector String id, String action, @Nullable String value) {
        return operations.change(kind, id, action, value, shown(showValues.isShown(true)), UNAUTHENTICATED);
    }

    /** Returns the terms that are set, by their names. */
    static Map<String, String> terms(@Nullable String... values) {
        Map<String, String> terms = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            if (value != null) {
                terms.put(TERMS.get(i), value);
            }
        }
        return terms;
    }

    static Shown shown(boolean all) {
        return all ? Shown.ALL : Shown.MASKED;
    }
}
