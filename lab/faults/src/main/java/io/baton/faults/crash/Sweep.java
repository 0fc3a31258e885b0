package io.baton.faults.crash;

import io.baton.faults.Report;
import io.baton.job.Claim;
import io.baton.job.Due;
import io.baton.job.NewJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;

/** Injects every fault at every point, one after the other, and checks each time that all jobs have their one effect. */
final class Sweep {

    private final CrashSetup setup;
    private final Report report;

    Sweep(CrashSetup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    /** Items that were enqueued together, and whether their client knows that it worked. */
    private record Sent(List<Long> items, boolean sure) {}

    /** Returns how many scenarios there were. */
    int run(List<Point> points) {
        for (Point point : points) {
            for (PointFault fault : PointFault.values()) {
                scenario(point, fault);
            }
        }
        return points.size() * PointFault.values().length;
    }

    private void scenario(Point point, PointFault fault) {
        String name = point + " x " + fault;
        List<Sent> sent = new ArrayList<>();
        if (point.verb().equals("unlock") || point.verb().equals("declareDead")) {
            sent.add(heldByTheDead());
        }
        setup.trap.set(point, fault);
        if (point.verb().equals("register")) {
            setup.jdbc.update("UPDATE baton_worker SET dead = TRUE WHERE dead = FALSE AND name = 'a'");
        }
        enqueue(sent);
        if (point.verb().equals("deregister")) {
            setup.restart();
        }
        report.check(CrashSetup.await(() -> sprung(point, sent)), name + ": the point is never reached");
        report.check(CrashSetup.await(setup::drained), name + ": jobs are left over");
        sent.forEach(one -> look(name, one));
        report.check(
                setup.count("SELECT COUNT(*) FROM baton_job WHERE state = 5") == 0,
                name + ": jobs are dead that did nothing wrong");
        setup.jdbc.update("DELETE FROM baton_job WHERE state = 5");
    }

    /** A worker that was taken for dead registers again when there is something to claim. */
    private boolean sprung(Point point, List<Sent> sent) {
        if (!setup.trap.sprung() && point.verb().equals("register") && setup.drained()) {
            long item = setup.items.incrementAndGet();
            sent.add(attempt(List.of(item), () -> setup.jobs().enqueue(new CrashApp.Effect(item))));
        }
        return setup.trap.sprung();
    }

    private void enqueue(List<Sent> sent) {
        for (int i = 0; i < 3; i++) {
            long item = setup.items.incrementAndGet();
            sent.add(attempt(List.of(item), () -> setup.jobs().enqueue(new CrashApp.Effect(item))));
        }
        long joined = setup.items.incrementAndGet();
        sent.add(attempt(
                List.of(joined), () -> setup.inTransaction(() -> setup.jobs().enqueue(new CrashApp.Effect(joined)))));
        long later = setup.items.incrementAndGet();
        sent.add(attempt(List.of(later), () -> setup.jobs()
                .enqueue(new CrashApp.Effect(later), options -> options.delay(Duration.ofMillis(100)))));
        long first = setup.items.getAndAdd(5) + 1;
        List<Long> many = LongStream.range(first, first + 5).boxed().toList();
        sent.add(attempt(many, () -> setup.jobs()
                .enqueueAll(many.stream().map(CrashApp.Effect::new).toList())));
        for (int i = 0; i < 3; i++) {
            attempt(List.of(), () -> setup.jobs().enqueue(new CrashApp.Mark(0)));
        }
    }

    private static Sent attempt(List<Long> items, Runnable enqueue) {
        try {
            enqueue.run();
            return new Sent(items, true);
        } catch (RuntimeException | Trap.Death e) {
            return new Sent(items, false);
        }
    }

    /** Two jobs of a worker without heartbeats. */
    private Sent heldByTheDead() {
        List<Long> items = List.of(setup.items.incrementAndGet(), setup.items.incrementAndGet());
        long silent = setup.silentWorker();
        setup.transactions.run(() -> {
            items.forEach(item -> setup.store
                    .inserts()
                    .insert(new NewJob(
                            "effect",
                            CrashSetup.SIDE_QUEUE,
                            0,
                            Due.NOW,
                            null,
                            Map.of(),
                            "{\"item\":" + item + "}",
                            List.of())));
            return setup.store
                    .claims()
                    .claim(new Claim(CrashSetup.SIDE_QUEUE, UUID.randomUUID(), silent, 2, null))
                    .jobs();
        });
        return new Sent(items, true);
    }

    private void look(String name, Sent sent) {
        List<Long> effects = sent.items().stream()
                .map(item -> setup.count("SELECT COUNT(*) FROM effect WHERE item = ?", item))
                .distinct()
                .toList();
        boolean all = effects.equals(List.of(1L));
        boolean none = effects.equals(List.of(0L));
        report.check(
                sent.items().isEmpty() || all || (none && !sent.sure()),
                name + ": the items " + sent.items() + " have " + effects + " effects each");
    }
}
