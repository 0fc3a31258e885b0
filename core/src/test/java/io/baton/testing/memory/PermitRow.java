package io.baton.testing.memory;

import java.time.Instant;

/**
 * A permit that a job needs.
 *
 * @param position its place among those of its job, from 0
 * @param place the opposite of how many permits the job holds already
 */
public record PermitRow(String name, int position, State state, int place, String queue, int rank, Instant due) {

    /** What a permit is, with the number that stands for it in the tables. */
    public enum State {
        /** Its job is scheduled or dead, or lacks an earlier permit. */
        ASLEEP(0),
        WAITING(1),
        HELD(2);

        private final int number;

        State(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    boolean is(State which) {
        return state == which;
    }

    PermitRow asleep() {
        return with(State.ASLEEP, 0);
    }

    PermitRow held() {
        return with(State.HELD, 0);
    }

    /** Waiting, in front of those that hold fewer permits. */
    PermitRow waiting() {
        return with(State.WAITING, -position);
    }

    /** Waiting behind all others. */
    PermitRow last() {
        return with(State.WAITING, 1);
    }

    PermitRow due(Instant time) {
        return new PermitRow(name, position, state, place, queue, rank, time);
    }

    private PermitRow with(State other, int otherPlace) {
        return new PermitRow(name, position, other, otherPlace, queue, rank, due);
    }
}
