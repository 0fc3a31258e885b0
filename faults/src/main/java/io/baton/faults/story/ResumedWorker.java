package io.baton.faults.story;

import io.baton.faults.Report;
import io.baton.faults.chaos.Traces;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A worker that was frozen for longer than it may be silent finds out that it is dead before it starts anything. */
final class ResumedWorker implements Story {

    private static final int PAUSES = 3;
    private static final Duration FROZEN = Duration.ofSeconds(6);

    @Override
    public String name() {
        return "resume";
    }

    @Override
    public void tell(Scene scene, Report report) {
        Node frozen = scene.node("--knows.work=true", "--baton.worker.max-prefetch=500");
        Node other = scene.node("--knows.work=true", "--baton.worker.max-prefetch=500");
        int twice = 0;
        for (int i = 0; i < PAUSES; i++) {
            scene.ready("pause", "default", 2_000, "{\"millis\":2}");
            long before = frozen.starts();
            Scene.await(() -> frozen.starts() > before + 200);
            frozen.freeze();
            scene.ready("pause", "default", 3_000, "{\"millis\":2}");
            Scene.pause(FROZEN);
            frozen.mark("resumed");
            frozen.thaw();
            report.check(Scene.await(scene::drained), "jobs are left over after a pause");
            twice += startedTwice(frozen.notes(), other.notes());
        }
        report.figures().put("wasted_runs", twice);
        report.check(twice == 0, "a worker that was frozen starts what others had run: " + twice);
    }

    /** What the frozen one started after its last pause though the other one had started it during that. */
    private static int startedTwice(List<Traces.Line> frozen, List<Traces.Line> other) {
        Set<Long> elsewhere = new HashSet<>();
        other.stream().filter(line -> line.what().equals("start")).forEach(line -> elsewhere.add(line.item()));
        int twice = 0;
        boolean resumed = false;
        for (Traces.Line line : frozen) {
            if (line.what().equals("resumed")) {
                resumed = true;
                twice = 0;
            } else if (resumed && line.what().equals("start") && elsewhere.contains(line.item())) {
                twice++;
            }
        }
        return twice;
    }
}
