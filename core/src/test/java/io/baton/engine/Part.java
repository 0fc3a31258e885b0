package io.baton.engine;

import io.baton.engine.StageJobs.Play;
import io.baton.engine.StageJobs.PlayInTransaction;
import io.baton.engine.StageJobs.PlayShort;
import io.baton.engine.StageJobs.PlayStubborn;
import io.baton.engine.StageJobs.PlayTogether;
import io.baton.engine.StageJobs.PlayTogetherInTransaction;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What a test wants its jobs to do, and when they did it. */
final class Part {

    /** What one run does. */
    @FunctionalInterface
    interface Script {

        @Nullable
        Object play(Cue cue) throws Throwable;
    }

    final String name;
    final List<Cue> runs = new CopyOnWriteArrayList<>();
    /** How many jobs each call of a {@code List} handler was given. */
    final List<Integer> calls = new CopyOnWriteArrayList<>();

    private final Script script;

    Part(String name, Script script) {
        this.name = name;
        this.script = script;
    }

    @Nullable
    Object play(Cue cue) throws Throwable {
        runs.add(cue);
        return script.play(cue);
    }

    List<Integer> numbers() {
        return runs.stream().map(Cue::number).toList();
    }

    List<String> nodes() {
        return runs.stream().map(Cue::node).distinct().sorted().toList();
    }

    Play plain(int number) {
        return new Play(name, number);
    }

    PlayShort brief(int number) {
        return new PlayShort(name, number);
    }

    PlayStubborn stubborn(int number) {
        return new PlayStubborn(name, number);
    }

    PlayInTransaction inTransaction(int number) {
        return new PlayInTransaction(name, number);
    }

    PlayTogether together(int number) {
        return new PlayTogether(name, number);
    }

    PlayTogetherInTransaction togetherInTransaction(int number) {
        return new PlayTogetherInTransaction(name, number);
    }
}
