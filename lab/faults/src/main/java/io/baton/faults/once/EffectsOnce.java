package io.baton.faults.once;

import io.baton.Jobs;
import io.baton.faults.once.OnceWork.MakeEffect;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Each effect is requested by three jobs on three processes. Some end their process after their effect and before it is recorded: these are repeated
 * with the same idempotency key or, of others, reported as uncertain.
 */
final class EffectsOnce {

    private static final int JOBS_OF_EACH = 3;
    private static final int THREADS = 16;
    private static final int STRICT = 100_000;

    private final OnceSetup setup;
    private final OnceTables tables;

    EffectsOnce(OnceSetup setup) {
        this.setup = setup;
        this.tables = setup.tables();
    }

    void run() {
        int nodesCount = setup.scale().nodes();
        int threads = (THREADS + nodesCount - 1) / nodesCount;
        int effects = setup.scale().effects();
        int crashes = setup.scale().crashes();
        try (OnceNodes nodes = setup.nodes(
                "--knows.effects=true",
                "--baton.queues.effects.concurrency=" + threads,
                "--spring.datasource.hikari.maximum-pool-size=" + 2 * threads)) {
            nodes.start(nodesCount);
            execute(nodes, 0, effects, crashes, false);
            repeated(effects, crashes);
            execute(nodes, STRICT, effects / 5, (crashes + 1) / 2, true);
            reported(effects / 5, (crashes + 1) / 2);
        }
    }

    /** Has effects whose numbers follow this one. */
    private void execute(OnceNodes nodes, int offset, int effects, int crashes, boolean strict) {
        Stream<MakeEffect> work = IntStream.range(0, JOBS_OF_EACH * effects)
                .map(job -> job % effects)
                .mapToObj(i -> new MakeEffect(offset + i, i % (effects / crashes) == effects / crashes / 2, strict));
        setup.bean(Jobs.class).enqueueAll(work);
        setup.await(
                () -> {
                    nodes.replaceEnded();
                    return tables.unfinished() == tables.dead();
                },
                "effects have not ended: " + tables.unfinished());
    }

    private void repeated(int effects, int crashes) {
        setup.expect("dead", 0, tables.dead());
        setup.expect("effects", effects, tables.count("SELECT COUNT(DISTINCT effect) FROM received"));
        setup.expect(
                "double_effects",
                0,
                tables.count("SELECT COUNT(*) FROM received")
                        - tables.count("SELECT COUNT(DISTINCT effect) FROM received"));
        setup.expect("repeated_calls", crashes, tables.count("SELECT COUNT(*) FROM effect_call") - effects);
        setup.expect(
                "repeated_with_another_key",
                0,
                tables.count("SELECT COUNT(*) FROM (SELECT effect FROM effect_call GROUP BY effect"
                        + " HAVING COUNT(DISTINCT token) > 1) AS changed"));
    }

    private void reported(int effects, int crashes) {
        setup.expect("strict_dead", 0, tables.dead());
        setup.expect(
                "strict_effects",
                effects,
                tables.count("SELECT COUNT(DISTINCT effect) FROM received WHERE effect >= ?", STRICT));
        setup.expect(
                "strict_repeated_calls",
                0,
                tables.count("SELECT COUNT(*) FROM effect_call WHERE effect >= ?", STRICT) - effects);
        setup.expect("strict_uncertain", crashes, tables.count("SELECT COUNT(DISTINCT effect) FROM uncertain"));
    }
}
