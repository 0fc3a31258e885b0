package io.baton.testing.memory;

import io.baton.testing.memory.PermitRow.State;
import io.baton.type.Names;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The permits of a job, in the order in which it gets them. */
public record JobPermits(List<PermitRow> rows) {

    /** Whether the job has a permit of this limit in this state. */
    public boolean has(String name, State state) {
        return rows.stream().anyMatch(row -> row.name().equals(name) && row.is(state));
    }

    /** Whether any is in this state. */
    public boolean any(State state) {
        return rows.stream().anyMatch(row -> row.is(state));
    }

    /** Whether the job holds those before this place, waits for the one there, and lacks all others. */
    public boolean areHeldUpTo(int place) {
        return rows.stream()
                .allMatch(row -> row.is(
                        row.position() < place ? State.HELD : row.position() == place ? State.WAITING : State.ASLEEP));
    }

    JobPermits each(UnaryOperator<PermitRow> change) {
        return new JobPermits(rows.stream().map(change).toList());
    }

    JobPermits only(String name, UnaryOperator<PermitRow> change) {
        return each(row -> row.name().equals(name) ? change.apply(row) : row);
    }

    /** What others may have once the job gives it back, whatever it holds of it. What is used of a rate never comes back. */
    Set<String> givenBack() {
        return names(row -> !Names.isRate(row.name()));
    }

    /** The names of those that it holds. */
    Set<String> held() {
        return names(row -> row.is(State.HELD));
    }

    Set<String> names(Predicate<PermitRow> which) {
        return rows.stream().filter(which).map(PermitRow::name).collect(Collectors.toCollection(TreeSet::new));
    }

    Optional<PermitRow> firstRate() {
        return rows.stream().filter(row -> Names.isRate(row.name())).min(Comparator.comparingInt(PermitRow::position));
    }

    /** The one that comes after this. */
    Optional<PermitRow> next(PermitRow held) {
        return rows.stream()
                .filter(row -> row.is(State.ASLEEP) && row.position() == held.position() + 1)
                .findAny();
    }
}
