package io.baton.job;

import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The names of shared state that has changed, until a follow-up has processed each. Called from any thread; guarded by its monitor.
 *
 * @param <T> the type of names
 */
public class DirtySet<T extends Comparable<T>> {

    /** Each name with whether this node changed it, rather than a scan found it. */
    private final Map<T, Boolean> changedHere = new LinkedHashMap<>();

    private final RemoteHints<T> remoteHints = new RemoteHints<>();
    /** One name too many does no harm, so that a savepoint costs no copy. */
    private final AfterCommit<Set<T>> afterCommit =
            new AfterCommit<>(LinkedHashSet::new, same -> same, this::mark, true);

    private Runnable wake = () -> {};
    private boolean followed;
    private boolean used;
    private Consumer<Set<T>> publisher = names -> {};
    private UnaryOperator<Duration> spared = interval -> Duration.ZERO;

    /**
     * Names to process.
     *
     * @param <T> the type of names
     * @param names all of them
     * @param here those that this node changed, of which other nodes may not know
     */
    public record Taken<T>(Set<T> names, Set<T> here) {}

    /** Wakes this follow-up for changes from now on. */
    public synchronized void onMarked(Runnable action) {
        wake = action;
        followed = true;
        remoteHints.follow(action);
    }

    /** Ends the follow-up on this node; publishes what is left to other nodes. */
    public void leave() {
        Taken<T> left;
        synchronized (this) {
            wake = () -> {};
            followed = false;
            remoteHints.leave();
            left = take(Integer.MAX_VALUE);
        }
        mark(left.here());
    }

    /** Sets what publishes names to other nodes. */
    public synchronized void onOtherNodes(Consumer<Set<T>> action) {
        publisher = action;
    }

    /** Records that this node uses such state. */
    public synchronized void expect() {
        used = true;
    }

    /** Returns whether this node uses such state. */
    public synchronized boolean isUsed() {
        return used;
    }

    /** Sets what returns for how long a poll for any such state, sent once an interval, is spared. */
    public synchronized void sparedBy(UnaryOperator<Duration> action) {
        spared = action;
    }

    /** Returns for how long a poll for any such state, sent once an interval, can wait; zero if it is to be sent now. */
    public Duration spared(Duration interval) {
        UnaryOperator<Duration> action;
        synchronized (this) {
            action = spared;
        }
        return action.apply(interval);
    }

    /** Adds names that were changed by committed transactions. */
    public void mark(Collection<T> names) {
        if (!names.isEmpty() && !add(names, true)) {
            publish(Set.copyOf(names));
        }
    }

    /** Returns the hints of other nodes. */
    public RemoteHints<T> remoteHints() {
        return remoteHints;
    }

    /** Adds names that a read of the database found. */
    public void hinted(Collection<T> names) {
        if (!names.isEmpty()) {
            add(names, false);
        }
    }

    /** Returns whether a follow-up on this node processes them. */
    private boolean add(Collection<T> names, boolean here) {
        Runnable woken;
        synchronized (this) {
            used = true;
            if (!followed) {
                return false;
            }
            names.forEach(name -> changedHere.merge(name, here, Boolean::logicalOr));
            woken = wake;
        }
        woken.run();
        return true;
    }

    /** Publishes those of these names to other nodes of which they may not know. */
    public void forward(Taken<T> taken, Set<T> names) {
        Set<T> unpublished = new TreeSet<>(names);
        unpublished.retainAll(taken.here());
        if (!unpublished.isEmpty()) {
            publish(unpublished);
        }
    }

    private void publish(Set<T> names) {
        Consumer<Set<T>> action;
        synchronized (this) {
            action = publisher;
        }
        action.accept(names);
    }

    /** Adds names when the current transaction is over, unless it is rolled back. */
    public void markAfterCommit(Collection<T> names) {
        if (!names.isEmpty()) {
            afterCommit.add(changed -> changed.addAll(names));
        }
    }

    /** Returns whether no name is left to process. */
    public synchronized boolean isEmpty() {
        return changedHere.isEmpty();
    }

    /** Removes and returns up to so many names, the oldest first. */
    public synchronized Taken<T> take(int most) {
        Set<T> names = new TreeSet<>();
        Set<T> here = new TreeSet<>();
        Iterator<Map.Entry<T, Boolean>> each = changedHere.entrySet().iterator();
        while (names.size() < most && each.hasNext()) {
            Map.Entry<T, Boolean> next = each.next();
            names.add(next.getKey());
            if (next.getValue()) {
                here.add(next.getKey());
            }
            each.remove();
        }
        return new Taken<>(names, here);
    }

    /** Adds names again that could not be processed. */
    public synchronized void putBack(Taken<T> taken) {
        taken.names().forEach(name -> changedHere.merge(name, taken.here().contains(name), Boolean::logicalOr));
    }
}
