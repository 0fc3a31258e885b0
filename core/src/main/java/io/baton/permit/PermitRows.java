package io.baton.permit;

import static java.util.function.BinaryOperator.minBy;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.job.StateCode;
import io.baton.job.Ties;
import io.baton.permit.PermitStatements.Permit;
import io.baton.type.Names;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Changes the permits of jobs. The transaction has locked the rows of the jobs, or these methods lock the rows of unclaimed jobs. */
record PermitRows(Database database, PermitStatements statements) {

    private static final String LOCK =
            "SELECT job_id FROM baton_permit WHERE job_id = ? AND name = ? FOR UPDATE SKIP LOCKED";

    static final String UNCLAIMED = "1, 3";
    /** Selects held permits of unclaimed jobs, which other jobs could use. Running jobs keep theirs. */
    static final String HOLDERS =
            " FROM baton_permit p JOIN baton_job j ON j.id = p.job_id WHERE p.state = 2 AND j.state IN (" + UNCLAIMED
                    + ") AND " + LimitRows.LIMITED;

    /** Locks the permits of these jobs and skips locked rows. Returns the jobs whose permits are all locked now. */
    List<Long> lock(Collection<Long> jobs) {
        List<Permit> permits = statements.of(jobs);
        Set<Long> locked = jobsOf(permits);
        for (Permit permit : permits) {
            if (!database.finds(LOCK, permit.job(), permit.name())) {
                locked.remove(permit.job());
            }
        }
        return List.copyOf(locked);
    }

    /** Removes all permits of these jobs. Returns the semaphores that may have free permits now. */
    Set<String> remove(Collection<Long> jobs) {
        return givenBack(statements.remove(jobs));
    }

    /**
     * Releases the permits of these jobs, if they are in this state and need them again later. Returns the semaphores that may have free permits now.
     */
    Set<String> giveBack(Collection<Long> jobs, JobState state) {
        List<Permit> permits = statements.of(inState(jobs, "= " + StateCode.of(state)));
        statements.change(permits, "state = 0, place = 0", "state <> 0");
        return givenBack(permits);
    }

    /**
     * Lets these jobs begin anew, unless they were claimed meanwhile or wait for their turn in a sequence: ready jobs wait for their first permits,
     * scheduled jobs for their time. Returns the limits that may have free permits or waiting jobs now.
     */
    Set<String> beginAnew(Collection<Long> jobs) {
        database.rows("baton_job").update(jobs, "state = 3", List.of(), "state = 1");
        List<Permit> permits = statements.of(inState(jobs, "<> 2 AND j.ties < " + Ties.AWAITS));
        String due = "due_at = (SELECT b.due_at FROM baton_job b WHERE b.id = job_id)";
        statements.change(permits, "state = 0, place = 0, " + due, "TRUE");
        Set<Long> waiting = new HashSet<>(inState(jobsOf(permits), "= " + StateCode.of(JobState.BLOCKED)));
        List<Permit> first = permits.stream()
                .filter(permit -> permit.position() == 0 && waiting.contains(permit.job()))
                .toList();
        statements.change(first, "state = 1", "position = 0");
        Set<String> dirty = givenBack(permits);
        first.forEach(permit -> dirty.add(permit.name()));
        return dirty;
    }

    /**
     * Lets these jobs, if they are ready, wait for their rates again, which are the last of their permits. Returns the limits that have waiting jobs
     * now.
     */
    Set<String> awaitRatesAgain(Collection<Long> jobs) {
        List<Permit> rates = statements.of(jobs).stream()
                .filter(permit -> Names.isRate(permit.name()))
                .toList();
        Set<Long> ready = new HashSet<>(inState(jobsOf(rates), "= " + StateCode.of(JobState.READY)));
        Map<Long, Permit> first = new HashMap<>();
        List<Permit> restarted =
                rates.stream().filter(rate -> ready.contains(rate.job())).toList();
        restarted.forEach(rate -> first.merge(rate.job(), rate, minBy(Comparator.comparingInt(Permit::position))));
        statements.change(restarted, "state = 0, place = 0", "name LIKE '~%'");
        database.updateEach(
                "UPDATE baton_permit SET state = 1, place = ? WHERE job_id = ? AND name = ?", first.values(), rate ->
                        new Object[] {-rate.position(), rate.job(), rate.name()});
        database.rows("baton_job").update(ready, "state = 3", List.of(), "state = 1");
        return first.values().stream().map(Permit::name).collect(Collectors.toSet());
    }

    /**
     * Moves unclaimed jobs with a permit of a rate to the end of its line, if jobs of other queues wait there. Other jobs of the same queue would not
     * start sooner. Returns the limits that the moved jobs wait for now.
     */
    Set<String> moveToEnd(String rate, int limit) {
        List<Long> unstarted = lockFree(
                database.list(
                        "SELECT p.job_id" + HOLDERS + " AND j.state = 1 AND p.name = ? AND (" + awaitedIn("<") + " OR "
                                + awaitedIn(">") + ") LIMIT " + limit,
                        Long.class,
                        rate),
                UNCLAIMED);
        Set<String> dirty = awaitRatesAgain(unstarted);
        database.updateEach("UPDATE baton_permit SET place = 1 WHERE job_id = ? AND state = 1", unstarted, job ->
                new Object[] {job});
        return dirty;
    }

    /** Returns one half of a condition. Each half reads one row of the index, however many jobs wait in the queue itself. */
    private static String awaitedIn(String otherQueue) {
        return "EXISTS (SELECT 1 FROM baton_permit w WHERE w.state = 1 AND w.name = p.name AND w.queue " + otherQueue
                + " p.queue)";
    }

    /** Locks these jobs if they are in one of these states, skips locked rows, and returns the locked jobs. */
    List<Long> lockFree(Collection<Long> jobs, String states) {
        String inOrder = ") ORDER BY j.id {skipLocked}";
        return database.ids("baton_job", jobs, " AND j.state IN (" + states + inOrder);
    }

    /** Reads in a query of its own, because some databases would lock rows of other jobs for a part of the writing statement. */
    private List<Long> inState(Collection<Long> jobs, String state) {
        return database.ids("baton_job", jobs, " AND j.state " + state);
    }

    /** Returns which of these jobs have no permits. */
    List<Long> without(Collection<Long> jobs) {
        Set<Long> having = jobsOf(statements.of(jobs));
        return jobs.stream().filter(job -> !having.contains(job)).toList();
    }

    private static Set<Long> jobsOf(List<Permit> permits) {
        return permits.stream().map(Permit::job).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the limits except rates, whose permits are not released. Includes limits that were not held, because the snapshot may be old. */
    private static Set<String> givenBack(List<Permit> permits) {
        return permits.stream()
                .map(Permit::name)
                .filter(name -> !Names.isRate(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
