package io.baton.operator;

import io.baton.BatchId;
import io.baton.Diagnosis;
import io.baton.Diagnostics;
import io.baton.JobId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Why something does not run: the reasons, as one page. */
record DiagnosisResource(Diagnostics diagnostics) implements Resource {

    @Override
    public String name() {
        return "diagnosis";
    }

    @Override
    public Set<String> terms() {
        return Set.of("job", "queue", "type", "batch", "flow");
    }

    @Override
    public Page list(Query query, Shown shown) {
        List<String> named =
                terms().stream().filter(term -> query.term(term) != null).toList();
        if (named.size() != 1) {
            throw RefusedException.invalid("Exactly one of job, queue, type, batch and flow says what does not run");
        }
        String term = named.get(0);
        return new Page(of(term, String.valueOf(query.term(term))).reasons(), null);
    }

    private Diagnosis of(String term, String value) {
        return switch (term) {
            case "job" -> diagnostics.job(new JobId(Values.id(value)));
            case "queue" -> diagnostics.queue(value);
            case "type" -> diagnostics.type(value);
            case "batch" -> diagnostics.batch(new BatchId(Values.id(value)));
            default -> diagnostics.flow(new BatchId(Values.id(value)));
        };
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return Optional.empty();
    }
}
