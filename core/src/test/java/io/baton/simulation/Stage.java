package io.baton.simulation;

import io.baton.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Jobs that start together, once those of other stages have ended. */
final class Stage {

    private final String name;
    private final List<Stage> after;
    private final String type;
    private final List<Handlers.Item> items = new ArrayList<>();
    private final List<Account> jobs = new ArrayList<>();
    private List<Stage> watched = List.of();

    Stage(String name, List<Stage> after) {
        this(name, after, "");
    }

    Stage(String name, List<Stage> after, String type) {
        this.name = name;
        this.after = List.copyOf(after);
        this.type = type;
    }

    /** Its jobs start when one of these has died, and are cancelled if none does. */
    Stage ofDeathsAmong(List<Stage> others) {
        watched = others;
        return this;
    }

    /** Whether its jobs may be cancelled, though nobody asks for it. */
    boolean mayBeDismissed() {
        return !watched.isEmpty();
    }

    String name() {
        return name;
    }

    /** The type of its jobs. */
    String type() {
        return type;
    }

    /** The payloads of its jobs. */
    List<Handlers.Item> items() {
        return items;
    }

    void add(Account job) {
        jobs.add(job);
    }

    List<Account> jobs() {
        return jobs;
    }

    /** Whether all of its jobs have ended, and those that they waited for. */
    boolean hasEnded() {
        return jobs.stream().allMatch(Stage::hasEnded) && mayStart();
    }

    boolean mayStart() {
        return after.stream().allMatch(Stage::hasEnded)
                && (watched.isEmpty()
                        || watched.stream().flatMap(Stage::members).anyMatch(job -> job.hasDied));
    }

    /** Its jobs, and those of what it stands for. */
    private Stream<Account> members() {
        return type.isEmpty() ? after.stream().flatMap(Stage::members) : jobs.stream();
    }

    private static boolean hasEnded(Account job) {
        return job.state == JobState.COMPLETED || job.state == JobState.CANCELLED;
    }

    /** Whether nothing of what it waits for is to come but what may be revived. */
    boolean areOver() {
        return after.stream()
                .flatMap(stage -> stage.jobs.stream())
                .allMatch(job -> hasEnded(job) || job.state == JobState.DEAD);
    }

    @Override
    public String toString() {
        return name + " of " + jobs.size() + " jobs after " + after;
    }
}
