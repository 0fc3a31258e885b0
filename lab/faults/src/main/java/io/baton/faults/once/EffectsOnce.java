package io.baton.faults.once;

import io.baton.Jobs;
import io.baton.faults.once.OnceWork.MakeEffect;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Each effect is asked for by three jobs on three processes. Some end their process when they had their effect and nobody knows yet: these are repeated
 * with the same idempotency key or, of others, told.
 */
final class EffectsOnce {

    private static final int JOBS_OF_EACH = 3;
    private static final int THREADS = 16;
    private static final int STRICT = 100_000;

    private final Stage stage;
    private final OnceTables tables;

    EffectsOnce(Stage stage) {
        this.stage = stage;
        this.tables = stage.tables();
    }

    void run() {
        int nodesCount = stage.scale().nodes();
        int threads = (THREADS + nodesCount - 1) / nodesCount;
        int effects = stage.scale().effects();
        int crashes = stage.scale().crashes();
        try (Nodes nodes = stage.nodes(
                "--knows.effects=true",
                "--baton.queues.effects.concurrency=" + threads,
                "--spring.datasource.hikari.maximum-pool-size=" + 2 * threads)) {
            nodes.start(nodesCount);
            play(nodes, 0, effects, crashes, false);
            repeated(effects, crashes);
            play(nodes, STRICT, effects / 5, (crashes + 1) / 2, true);
            told(effects / 5, (crashes + 1) / 2);
        }
    }

    /** Has effects whose numbers follow this one. */
    private void play(Nodes nodes, int offset, int effects, int crashes, boolean strict) {
        Stream<MakeEffect> work = IntStream.range(0, JOBS_OF_EACH * effects)
                .map(job -> job % effects)
                .mapToObj(i -> new MakeEffect(offset + i, i % (effects / crashes) == effects / crashes / 2, strict));
        stage.bean(Jobs.class).enqueueAll(work);
        stage.await(
                () -> {
                    nodes.replaceEnded();
                    return tables.unfinished() == tables.dead();
                },
                "effects have not ended: " + tables.unfinished());
    }

    private void repeated(int effects, int crashes) {
        stage.expect("dead", 0, tables.dead());
        stage.expect("effects", effects, tables.count("SELECT COUNT(DISTINCT effect) FROM received"));
        stage.expect(
                "double_effects",
                0,
                tables.count("SELECT COUNT(*) FROM received")
                        - tables.count("SELECT COUNT(DISTINCT effect) FROM received"));
        stage.expect("repeated_calls", crashes, tables.count("SELECT COUNT(*) FROM effect_call") - effects);
        stage.expect(
                "repeated_with_another_key",
                0,
                tables.count("SELECT COUNT(*) FROM (SELECT effect FROM effect_call GROUP BY effect"
                        + " HAVING COUNT(DISTINCT token) > 1) AS changed"));
    }

    private void told(int effects, int crashes) {
        stage.expect("strict_dead", 0, tables.dead());
        stage.expect(
                "strict_effects",
                effects,
                tables.count("SELECT COUNT(DISTINCT effect) FROM received WHERE effect >= ?", STRICT));
        stage.expect(
                "strict_repeated_calls",
                0,
                tables.count("SELECT COUNT(*) FROM effect_call WHERE effect >= ?", STRICT) - effects);
        stage.expect("strict_uncertain", crashes, tables.count("SELECT COUNT(DISTINCT effect) FROM uncertain"));
    }
}
