package io.baton.recurring;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stores schedules. Must run within a transaction of the caller. */
public interface ScheduleStore {

    /** Returns the time of the database. */
    Instant now();

    /** Inserts a row unless there is one of this name; returns whether it was inserted. */
    boolean insert(Definition definition, @Nullable Instant nextAt, @Nullable String declared);

    /** Returns whether there is a row of this name, even if this node cannot read it. */
    boolean exists(String name);

    /** Returns those of these names that have a row. */
    Set<String> existing(Set<String> names);

    /**
     * Locks a row and returns its schedule.
     *
     * @throws UnreadableScheduleException if this node cannot read it
     */
    Optional<Schedule> lock(String name);

    /**
     * Locks a row and returns its schedule; empty if another session has locked it, on databases that can skip locked rows.
     *
     * @throws UnreadableScheduleException if this node cannot read it
     */
    Optional<Schedule> lockIfFree(String name);

    /**
     * Returns a schedule.
     *
     * @throws UnreadableScheduleException if this node cannot read it
     */
    Optional<Schedule> find(String name);

    /** Returns the first schedules by name, without those that this node cannot read. */
    List<Schedule> list(int limit);

    /** Returns the names after this one, ascending, of schedules with a tick that has passed and needs its job. */
    List<String> due(String after, int limit);

    /** Returns the time until the next tick of all schedules; zero if it has passed, empty if there is none. */
    Optional<Duration> nextDue();

    /** Writes a definition. */
    void define(Definition definition, @Nullable Instant nextAt, @Nullable String declared);

    /** Marks a schedule as known by a node. */
    void known(String name);

    /** Writes the result of ticks. */
    void fired(String name, @Nullable Instant nextAt, @Nullable Instant lastTick, @Nullable Long lastJob);

    /** Writes the last job. */
    void triggered(String name, long job);

    /** Pauses or resumes a schedule. */
    void pause(String name, boolean paused, @Nullable Instant nextAt);

    /** Removes a schedule. */
    void remove(String name);

    /** Returns whether this job of a schedule has not ended. Where ids come again, a job with this id may belong to another schedule, or to none. */
    boolean isUnfinished(String name, long job);

    /**
     * Marks schedules as known that were last marked so long ago: those with these names if the code declares them, those with these types if it does
     * not. Skips locked rows. Reads up to {@code limit} rows after a name.
     *
     * @return the last name that was read; empty if there are no more
     */
    Optional<String> markKnown(Set<String> names, Set<String> types, Duration ago, String after, int limit);

    /** Stops up to {@code limit} schedules that no node has marked as known for so long; returns their names. */
    List<String> stopUnknown(Duration ago, int limit);
}
