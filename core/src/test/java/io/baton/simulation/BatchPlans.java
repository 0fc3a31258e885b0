package io.baton.simulation;

import io.baton.Flow;
import io.baton.JobOptions;
import io.baton.type.DeclaredType;
import io.baton.type.TypeCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** What the jobs of batches and flows do. */
final class BatchPlans {

    /** Every type with the same payload. */
    static final TypeCatalog TYPES = types();

    private final World world;
    private final RandomGenerator random;

    BatchPlans(World world, RandomGenerator random) {
        this.world = world;
        this.random = random;
    }

    private static TypeCatalog types() {
        TypeCatalog types = new TypeCatalog();
        for (String type : List.of(
                Behavior.PLAIN,
                Behavior.EFFECT,
                Behavior.HURRIED,
                Behavior.MANY,
                Behavior.TOGETHER,
                Behavior.STRANGE,
                Behavior.LACKING)) {
            types.declare(new DeclaredType(type, "default", 0, Handlers.Item.class));
        }
        return types;
    }

    /** How many jobs a step has: mostly few, sometimes none or many. */
    int size() {
        return random.nextInt(6) == 0 ? 0 : random.nextInt(3) == 0 ? 6 : 1 + random.nextInt(2);
    }

    /** Creates a stage of so many jobs of one type; the next jobs that are stored are these. */
    Stage stage(String name, List<Stage> after, int size) {
        Behavior first = plan();
        Stage stage = new Stage(name, after, first.type());
        List<Behavior> plans = new ArrayList<>();
        while (plans.size() < size) {
            Behavior next = plan();
            if (next.kind() != Behavior.Kind.IS_REFUSED || first.type().equals(Behavior.PLAIN)) {
                plans.add(next.as(first.type()));
            }
        }
        plans.forEach(plan -> stage.items().add(new Handlers.Item(world.ledger().expects(plan, stage))));
        return stage;
    }

    private Behavior plan() {
        Behavior plan = Behavior.of(random, world.setup().poison());
        boolean lacking = !world.limits().isEmpty()
                && plan.type().equals(Behavior.PLAIN)
                && plan.kind() != Behavior.Kind.IS_REFUSED
                && random.nextInt(4) == 0;
        return lacking ? plan.lacking() : plan;
    }

    Consumer<JobOptions> options(Stage stage) {
        List<String> queues = world.setup().queues().keySet().stream().sorted().toList();
        String queue = queues.get(random.nextInt(queues.size()));
        return options -> options.type(stage.type()).queue(queue);
    }

    Flow step(Stage stage) {
        return Flow.group(List.copyOf(stage.items()), options(stage));
    }
}
