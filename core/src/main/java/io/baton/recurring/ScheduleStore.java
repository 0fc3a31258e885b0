package io.baton.recurring;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps schedules. Must run within a transaction of the caller. */
public interface ScheduleStore {

    /** Returns the present moment. */
    Instant now();

    /** Makes a row unless there is one of this name; returns whether it was made. */
    boolean insert(Definition definition, @Nullable Instant nextAt, @Nullable String declared);

    /** Returns whether there is a row of this name, whatever it says. */
    boolean exists(String name);

    /**
     * Returns a schedule under the lock of its row.
     *
     * @throws UnreadableScheduleException if this node cannot read it
     */
    Optional<Schedule> lock(String name);

    /**
     * The same; empty if another session holds the lock, where the database can skip it.
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

    /** Returns the names, in their order and beyond one of them, of schedules of which a tick has passed that wants its job. */
    List<String> due(String after, int limit);

    /** Returns how long until the next tick of all; zero if it has passed, empty if there is none. */
    Optional<Duration> nextDue();

    /** Writes what a schedule is. */
    void define(Definition definition, @Nullable Instant nextAt, @Nullable String declared);

    /** Notes that a node knows a schedule. */
    void known(String name);

    /** Notes what became of ticks. */
    void fired(String name, @Nullable Instant nextAt, @Nullable Instant lastTick, @Nullable Long lastJob);

    /** Notes the last job. */
    void triggered(String name, long job);

    /** Pauses a schedule or lets it go on. */
    void pause(String name, boolean paused, @Nullable Instant nextAt);

    /** Removes a schedule. */
    void remove(String name);

    /** Returns whether this job of a schedule has not ended. Where ids come again, that of it may be of a job that is none of the schedule's. */
    boolean isUnfinished(String name, long job);

    /**
     * Notes of some schedules that they are known, if that was last said so long ago: of those with these names if the code declares them, of those
     * with these types if it does not. Skips locked rows. Reads so many beyond a name.
     *
     * @return the last name that was read; empty if there are no more
     */
    Optional<String> touch(Set<String> names, Set<String> types, Duration ago, String after, int limit);

    /** Stops up to so many schedules that no node has marked as known for so long; returns their names. */
    List<String> stopUnknown(Duration ago, int limit);
}
