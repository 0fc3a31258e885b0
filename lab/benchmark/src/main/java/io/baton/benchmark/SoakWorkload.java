package io.baton.benchmark;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Traffic at half of what was drained just before, for an hour: whether anything grows. Peers take part for a twelfth of it. */
final class SoakWorkload implements Workload {

    private static final int INTERVAL_SECONDS = 10;
    private static final int LEAST_MOMENTS = 6;
    private static final int LEAST_PEER_SECONDS = 60;
    private static final int WORKERS = 8;
    private static final int DEPTH = 4_000;

    /** Instead of those of the size, if any. */
    private final int minutes;

    SoakWorkload(int minutes) {
        this.minutes = minutes;
    }

    @Override
    public void run(Bench bench) throws Exception {
        Replay replay = new Replay(bench, "soak");
        List<Entrant> entrants = replay.entrants(WORKERS);
        Entrant baton = entrants.get(0);
        int asked = minutes > 0 ? minutes * 60 : bench.size().spans().soak();
        Map<String, List<Moment>> seen = replay.play(entrants, observation -> {
            Entrant entrant = observation.team.entrant;
            double rate = drained(observation, bench) / 2;
            replay.add("rate, jobs/s", observation, rate);
            int seconds = entrant.equals(baton) ? asked : Math.min(asked, Math.max(LEAST_PEER_SECONDS, asked / 12));
            observation.restart();
            observation.traffic("rate", (int) rate);
            int interval = Math.max(1, Math.min(INTERVAL_SECONDS, seconds / LEAST_MOMENTS));
            Phase phase = observation.phase("soak", seconds, interval, 0);
            observation.finish();
            replay.add("wait p50, ms", observation, phase.waited(50));
            replay.add("wait p99, ms", observation, phase.waited(99));
            replay.add("CPU, s/1,000 jobs", observation, phase.cpuPerThousand());
            replay.add("minutes", observation, seconds / 60.0);
            int growing = 0;
            for (Course course : courses(rate)) {
                Course.Change change = course.change(phase.moments());
                replay.add(course.name + ", growth", observation, change.growth());
                replay.add(course.name + ", most", observation, change.most());
                growing += change.grows() ? 1 : 0;
            }
            replay.add("what grows", observation, growing);
        });
        replay.draw(seen);
        replay.figure("soak.minutes", "minutes", baton);
        replay.figure("soak.rate", "rate, jobs/s", baton);
        replay.figure("soak.p99_ms", "wait p99, ms", baton);
        replay.figure("soak.growing", "what grows", baton);
        replay.figure("soak.most_dead_rows", "dead rows, most", baton);
        replay.figure("soak.heap_growth_mb", "heap, MB, growth", baton);
    }

    /** Warms up and drains a backlog; returns the jobs of a second. */
    static double drained(Observation observation, Bench bench) throws Exception {
        Entrant entrant = observation.team.entrant;
        observation.team.askAll("on");
        observation.traffic("depth", DEPTH);
        observation.phase("warm-up", bench.size().spans().warmUp(), 1, 0);
        observation.finish();
        observation.team.askAll("off");
        int jobs = Math.max(DEPTH, bench.size().backlog() / entrant.share());
        observation.traffic("fill", jobs);
        long start = System.nanoTime();
        observation.team.askAll("on");
        observation.finish();
        return jobs / ((System.nanoTime() - start) / 1e9);
    }

    private static List<Course> courses(double rate) {
        return List.of(
                new Course("wait p99, ms", moment -> moment.waits().percentile(99), 5),
                new Course("backlog", Moment::backlog, rate / 10),
                new Course("dead rows", Moment::deadRows, 60 * rate),
                new Course("tables, MB", Moment::megabytes, 50),
                new Course("heap, MB", Moment::heap, 10));
    }

    /** Something that must not grow: by half, and by more than is noise. */
    private record Course(String name, ToDoubleFunction<Moment> value, double noise) {

        record Change(double growth, double most, boolean grows) {}

        /** Of its median in the last third of moments, against that in the first. */
        Change change(List<Moment> moments) {
            int third = moments.size() / 3;
            List<Double> values =
                    moments.stream().map(moment -> value.applyAsDouble(moment)).toList();
            double first = Spread.percentile(values.subList(0, third), 50);
            double last = Spread.percentile(values.subList(values.size() - third, values.size()), 50);
            return new Change(last - first, Spread.of(values).most(), last > 1.5 * first + noise);
        }
    }
}
