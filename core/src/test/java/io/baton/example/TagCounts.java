package io.baton.example;

import io.baton.Enqueued;
import io.baton.connection.EnginePool;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.database.Purge;
import io.baton.job.Capability;
import io.baton.job.Capability.TransitionStep;
import io.baton.job.DirtyFollowUp;
import io.baton.job.DirtySet;
import io.baton.job.NewJob;
import io.baton.job.Transition;
import io.baton.wiring.ApplicationSide;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A whole capability, and what its beans are: counts the completed jobs of each tag. A job writes a row of its own only; the follow-up adds the rows
 * up under the lock of the tag.
 */
@Configuration(proxyBeanMethods = false)
public class TagCounts {

    /** A migration would make them. */
    static final List<String> TABLES = List.of(
            "CREATE TABLE baton_tag (name varchar(100) NOT NULL PRIMARY KEY, completed bigint NOT NULL)",
            "CREATE TABLE baton_tagged (job_id bigint NOT NULL PRIMARY KEY, tag varchar(100) NOT NULL, ended boolean NOT NULL)",
            "CREATE INDEX baton_tagged_tag ON baton_tagged (ended, tag)");

    private static final int TIE = 8192;

    private final DirtySet<String> changed = new DirtySet<>();

    @Bean
    Capability tagging() {
        return database -> new Step(database, changed);
    }

    @Bean
    FollowUp countTags(EnginePool pool) {
        return new FollowUp(pool.dataSource(), changed);
    }

    /** Removes the rows of jobs that a manual change or an older node ended without the step. */
    @Bean
    Purge repairTags(EnginePool pool) {
        Database database = new Database(pool.dataSource(), null);
        String left =
                "SELECT job_id FROM baton_tagged WHERE NOT ended AND job_id NOT IN (SELECT id FROM baton_job) LIMIT ";
        return new Purge(
                "RepairTags",
                new OwnTransactions(pool.dataSource()),
                most -> database.rows("baton_tagged", "job_id")
                        .delete(database.list(left + most, Long.class), "ended = FALSE"),
                Duration.ofSeconds(1));
    }

    @Bean
    Tags tags(ApplicationSide side) {
        return new Tags(side);
    }

    /** What applications call. */
    record Tags(ApplicationSide side) {

        Enqueued enqueue(String tag, Object payload) {
            NewJob job = side.enqueuer.prepare(payload, options -> {}).tied(TIE);
            return side.callers.join("a tagged job", () -> side.enqueuer.store(job, tied -> insert(tied, tag)));
        }

        private long insert(NewJob job, String tag) {
            long id = side.roles.inserts().insert(job);
            side.database.update("INSERT INTO baton_tagged (job_id, tag, ended) VALUES (?, ?, FALSE)", id, tag);
            return id;
        }
    }

    /** Touches the rows of its jobs alone, so that it never waits, and marks their tags for the follow-up. */
    private record Step(Database database, DirtySet<String> changed) implements TransitionStep {

        @Override
        public int tie() {
            return TIE;
        }

        @Override
        public void follow(Transition transition, List<TiedJob> jobs) {
            List<Long> ids = jobs.stream().map(TiedJob::id).toList();
            var rows = database.rows("baton_tagged", "job_id");
            switch (transition) {
                case COMPLETED -> {
                    rows.update(ids, "ended = TRUE");
                    changed.markAfterCommit(
                            database.list("SELECT DISTINCT j.tag FROM " + rows.from(), String.class, rows.ids(ids)));
                }
                case CANCELLED, REMOVED -> rows.delete(ids, "TRUE");
                default -> {}
            }
        }
    }

    /** Counts the jobs that have completed, and removes their rows: at a mark, and where a poll finds some whose mark was lost. */
    static final class FollowUp extends DirtyFollowUp<String> {

        private final Database database;

        FollowUp(DataSource pool, DirtySet<String> changed) {
            super(changed, new OwnTransactions(pool), Duration.ZERO, System::nanoTime, () -> Duration.ofSeconds(2));
            this.database = new Database(pool, null);
        }

        @Override
        protected List<String> find(@Nullable String after) {
            return database.list(
                    "SELECT DISTINCT tag FROM baton_tagged WHERE ended AND tag > ? ORDER BY tag LIMIT " + AT_ONCE,
                    String.class,
                    after == null ? "" : after);
        }

        @Override
        protected Set<String> process(DirtySet.Taken<String> taken) {
            return taken.names().stream()
                    .filter(tag -> !transactions.run(() -> count(tag)))
                    .collect(Collectors.toSet());
        }

        private boolean count(String tag) {
            database.update(database.dialect().insertIfAbsent("baton_tag", "name, completed", "VALUES (?, 0)"), tag);
            if (!database.finds("SELECT name FROM baton_tag WHERE name = ?{skipLocked}", tag)) {
                return false;
            }
            List<Long> ended = database.list(
                    "SELECT job_id FROM baton_tagged WHERE ended AND tag = ? LIMIT " + AT_ONCE, Long.class, tag);
            database.rows("baton_tagged", "job_id").delete(ended, "TRUE");
            database.update("UPDATE baton_tag SET completed = completed + ? WHERE name = ?", ended.size(), tag);
            dirty.markAfterCommit(ended.size() == AT_ONCE ? Set.of(tag) : Set.of());
            return true;
        }
    }
}
