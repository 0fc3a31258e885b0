package io.baton.permit;

import io.baton.BatonException;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Capability.InsertStep;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.ShareNames;
import io.baton.permit.PermitStatements.Permit;
import io.baton.type.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Inserts the permits that new jobs need. Locks no row of a limit, because a transaction of an application may stay open for long. */
record PermitInserts(Database database, PermitStatements statements, DirtyLimits dirty) implements InsertStep {

    private static final String COLUMNS = "job_id, name, position, state, place, queue, job_rank, due_at";
    private static final String ROWS =
            "SELECT j.id, n.name, n.position, CASE WHEN n.position = 0 AND j.state = 3 THEN 1 ELSE 0 END, 0, "
                    + ShareNames.queueIn("j.queue") + ", j.job_rank, j.due_at FROM ";
    private static final String OF_JOB = ") n WHERE n.job_number = j.job_number";

    @Override
    public void check(List<NewJob> jobs) {
        for (NewJob job : jobs) {
            for (String name : job.permits()) {
                if (!exists(name)) {
                    throw new BatonException("A job of the type \"" + job.type() + "\" needs a permit of \""
                            + Names.shownLimit(name) + "\", but there is no " + missing(Names.family(name)));
                }
            }
        }
    }

    /** Reads a limit once only: where a SERIALIZABLE transaction locks what it reads, all admissions for the limit wait until it commits. */
    private boolean exists(String name) {
        String family = Names.family(name);
        LimitRows limits = new LimitRows(database);
        if (!dirty.isKnown(family) && limits.exists(family)) {
            dirty.remember(family);
        }
        return dirty.isKnown(family) || limits.exists(name);
    }

    private static String missing(String family) {
        String name = Names.shownLimit(family);
        return Names.isRate(family)
                ? "rate limit of this name: it would wait for ever. Set baton.rate-limits" + Names.inProperty(name)
                        + ".permits and .per, or define it by the bean RateLimits"
                : "semaphore of this name: it would wait for ever. Set baton.semaphores" + Names.inProperty(name)
                        + ", or define it by the bean Semaphores";
    }

    @Override
    public String insert(String stored, List<NewJob> jobs) {
        String selection = statements.selection(
                jobs.stream().mapToInt(job -> job.permits().size()).sum());
        return database.dialect()
                .insertOrReplace("baton_permit", "job_id, name", COLUMNS, ROWS + stored + " j, (" + selection + OF_JOB);
    }

    @Override
    public List<Object> parameters(List<NewJob> jobs) {
        List<Permit> numbered = new ArrayList<>();
        for (int job = 0; job < jobs.size(); job++) {
            List<String> names = jobs.get(job).permits();
            for (int position = 0; position < names.size(); position++) {
                numbered.add(new Permit(job + 1, names.get(position), position));
            }
        }
        return statements.parameters(numbered);
    }

    @Override
    public Map<Long, Set<String>> held(Collection<Long> jobs) {
        RowsById rows = database.rows("baton_permit", "job_id");
        Map<Long, Set<String>> held = new HashMap<>();
        // with a condition on the state, PostgreSQL would rather read all held permits
        database.forEach(
                "SELECT j.job_id, j.name, j.state FROM " + rows.from(),
                row -> {
                    if (row.getInt("state") == 2) {
                        held.computeIfAbsent(row.getLong("job_id"), job -> new TreeSet<>())
                                .add(row.getString("name"));
                    }
                },
                rows.ids(jobs));
        return held;
    }

    @Override
    public void stored(List<NewJob> jobs) {
        Set<String> first = new TreeSet<>();
        for (NewJob job : jobs) {
            if (!(job.due() instanceof Due.After) && !job.awaits()) {
                first.add(job.permits().get(0));
            }
        }
        dirty.markAfterCommit(first);
    }
}
