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

/** Lets every mishap happen at every point, one after the other, and looks each time whether all jobs come to their one effect. */
final class Sweep {

    private final Theatre theatre;
    private final Report report;

    Sweep(Theatre theatre, Report report) {
        this.theatre = theatre;
        this.report = report;
    }

    /** Items that were enqueued together, and whether their enqueuer was told that it worked. */
    private record Sent(List<Long> items, boolean sure) {}

    /** Returns how many scenes there were. */
    int run(List<Point> points) {
        for (Point point : points) {
            for (Mishap mishap : Mishap.values()) {
                scene(point, mishap);
            }
        }
        return points.size() * Mishap.values().length;
    }

    private void scene(Point point, Mishap mishap) {
        String name = point + " x " + mishap;
        List<Sent> sent = new ArrayList<>();
        if (point.verb().equals("unlock") || point.verb().equals("declareDead")) {
            sent.add(heldByTheDead());
        }
        theatre.trap.set(point, mishap);
        if (point.verb().equals("register")) {
            theatre.jdbc.update("UPDATE baton_worker SET dead = TRUE WHERE dead = FALSE AND name = 'a'");
        }
        enqueue(sent);
        if (point.verb().equals("deregister")) {
            theatre.restart();
        }
        report.check(Theatre.await(() -> sprung(point, sent)), name + ": the point is never reached");
        report.check(Theatre.await(theatre::drained), name + ": jobs are left over");
        sent.forEach(one -> look(name, one));
        report.check(
                theatre.count("SELECT COUNT(*) FROM baton_job WHERE state = 5") == 0,
                name + ": jobs are dead that did nothing wrong");
        theatre.jdbc.update("DELETE FROM baton_job WHERE state = 5");
    }

    /** A worker that was taken for dead registers again when there is something to claim. */
    private boolean sprung(Point point, List<Sent> sent) {
        if (!theatre.trap.sprung() && point.verb().equals("register") && theatre.drained()) {
            long item = theatre.items.incrementAndGet();
            sent.add(attempt(List.of(item), () -> theatre.jobs().enqueue(new CrashApp.Effect(item))));
        }
        return theatre.trap.sprung();
    }

    private void enqueue(List<Sent> sent) {
        for (int i = 0; i < 3; i++) {
            long item = theatre.items.incrementAndGet();
            sent.add(attempt(List.of(item), () -> theatre.jobs().enqueue(new CrashApp.Effect(item))));
        }
        long joined = theatre.items.incrementAndGet();
        sent.add(attempt(
                List.of(joined),
                () -> theatre.inTransaction(() -> theatre.jobs().enqueue(new CrashApp.Effect(joined)))));
        long later = theatre.items.incrementAndGet();
        sent.add(attempt(List.of(later), () -> theatre.jobs()
                .enqueue(new CrashApp.Effect(later), options -> options.delay(Duration.ofMillis(100)))));
        long first = theatre.items.getAndAdd(5) + 1;
        List<Long> many = LongStream.range(first, first + 5).boxed().toList();
        sent.add(attempt(many, () -> theatre.jobs()
                .enqueueAll(many.stream().map(CrashApp.Effect::new).toList())));
        for (int i = 0; i < 3; i++) {
            attempt(List.of(), () -> theatre.jobs().enqueue(new CrashApp.Mark(0)));
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

    /** Two jobs in the hands of a worker that does not beat. */
    private Sent heldByTheDead() {
        List<Long> items = List.of(theatre.items.incrementAndGet(), theatre.items.incrementAndGet());
        long silent = theatre.silentWorker();
        theatre.transactions.run(() -> {
            items.forEach(item -> theatre.store
                    .inserts()
                    .insert(new NewJob(
                            "effect", Theatre.SIDE_QUEUE, 0, Due.NOW, null, Map.of(), "{\"item\":" + item + "}")));
            return theatre.store
                    .claims()
                    .claim(new Claim(Theatre.SIDE_QUEUE, UUID.randomUUID(), silent, 2))
                    .jobs();
        });
        return new Sent(items, true);
    }

    private void look(String name, Sent sent) {
        List<Long> effects = sent.items().stream()
                .map(item -> theatre.count("SELECT COUNT(*) FROM effect WHERE item = ?", item))
                .distinct()
                .toList();
        boolean all = effects.equals(List.of(1L));
        boolean none = effects.equals(List.of(0L));
        report.check(
                sent.items().isEmpty() || all || (none && !sent.sure()),
                name + ": the items " + sent.items() + " have " + effects + " effects each");
    }
}
