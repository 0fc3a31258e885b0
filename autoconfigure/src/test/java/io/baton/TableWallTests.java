package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Statements name the tables of their own capability and no others. */
class TableWallTests {

    /** Each table, and where its statements stand. */
    private static final Map<String, String> OWNERS = Map.ofEntries(
            Map.entry("baton_job", "io/baton/job/jdbc"),
            Map.entry("baton_job_history", "io/baton/job/jdbc"),
            Map.entry("baton_attempt", "io/baton/job/jdbc"),
            Map.entry("baton_key", "io/baton/job/jdbc"),
            Map.entry("baton_step", "io/baton/job/jdbc"),
            Map.entry("baton_signal", "io/baton/job/jdbc"),
            Map.entry("baton_worker", "io/baton/job/jdbc"),
            Map.entry("baton_pause", "io/baton/job/jdbc"),
            Map.entry("baton_limit", "io/baton/permit"),
            Map.entry("baton_permit", "io/baton/permit"),
            Map.entry("baton_sequence", "io/baton/sequence"),
            Map.entry("baton_turn", "io/baton/sequence"),
            Map.entry("baton_share", "io/baton/share"),
            Map.entry("baton_batch", "io/baton/batch"),
            Map.entry("baton_batch_group", "io/baton/batch"),
            Map.entry("baton_ack", "io/baton/batch"),
            Map.entry("baton_unique", "io/baton/unique"),
            Map.entry("baton_activity", "io/baton/monitor"),
            Map.entry("baton_change", "io/baton/monitor"),
            Map.entry("baton_once", "io/baton/once"),
            Map.entry("baton_schedule", "io/baton/recurring"),
            Map.entry("baton_flow_step", "io/baton/flow"),
            Map.entry("baton_flow_edge", "io/baton/flow"),
            Map.entry("baton_result", "io/baton/flow"));
    /**
     * An admission locks jobs and permits in one statement, and a permit counts only while its job does; a group of a batch knows between which ids
     * its jobs lie, by which they are found; a claim from a queue of limited jobs reads what they hold; a heartbeat reads whether a node at rest has anything to poll for; a flow is a batch whose groups have an order; a key is held
     * as long as its job lives; what is claimed in a run of a job is so as long as that holds the job; jobs that must not
     * overlap wait for the end of the last one; operators see everything, and change nothing of other capabilities by it.
     */
    private static final Map<String, Set<String>> GUESTS = Map.ofEntries(
            Map.entry(
                    "io/baton/job/jdbc",
                    Set.of(
                            "baton_batch_group",
                            "baton_limit",
                            "baton_batch",
                            "baton_schedule",
                            "baton_permit",
                            "baton_sequence",
                            "baton_share")),
            Map.entry("io/baton/share", Set.of("baton_job")),
            Map.entry("io/baton/permit", Set.of("baton_job")),
            Map.entry("io/baton/sequence", Set.of("baton_job")),
            Map.entry("io/baton/batch", Set.of("baton_job")),
            Map.entry("io/baton/unique", Set.of("baton_job", "baton_job_history")),
            Map.entry("io/baton/once", Set.of("baton_worker", "baton_job")),
            Map.entry("io/baton/recurring", Set.of("baton_job", "baton_job_history")),
            Map.entry("io/baton/flow", Set.of("baton_batch", "baton_batch_group", "baton_job")),
            Map.entry("io/baton/monitor", OWNERS.keySet()));

    private static final Pattern LOCAL_DIGITS = Pattern.compile("%[0-9$,.]*[df]\\b");

    private static final Pattern IN_STATEMENT =
            Pattern.compile("(?:FROM|JOIN|INTO|UPDATE|TABLE|rows\\(\")\\s*(baton_[a-z_]+)");

    /**
     * Those that claim, write to a running job, or remove plain jobs in one statement; the last five move jobs between READY and BLOCKED, which no
     * other capability follows.
     */
    private static final Set<String> BESIDE_THE_DOOR = Set.of(
            "Transitions",
            "History",
            "PostgresCompletion",
            "PostgresClaim",
            "PortableClaim",
            "JdbcJobSettlements",
            "JdbcJobSteps",
            "JdbcJobAdmin",
            "PermitRows",
            "PostgresPermitStatements",
            "PortablePermitStatements",
            "PermitStore",
            "SequenceRows");

    private static final Pattern WRITES_JOBS = Pattern.compile(
            "UPDATE baton_job\\b|DELETE FROM baton_job\\b|INTO baton_job_history|(?:byId|jobs|rows\\(\"baton_job\"\\))\\s*\\.(?:update|delete)\\(");

    @Test
    void jobs_leave_their_states_through_one_door() {
        List<String> elsewhere = new ArrayList<>();
        for (Path file : Sources.below("io/baton")) {
            String name = file.getFileName().toString().replace(".java", "");
            if (!BESIDE_THE_DOOR.contains(name)
                    && WRITES_JOBS.matcher(Sources.text(file)).find()) {
                elsewhere.add(name);
            }
        }
        assertThat(elsewhere)
                .as(
                        "because a job that leaves its state past Transitions leaves behind what other capabilities keep of it")
                .isEmpty();
    }

    @Test
    void no_text_has_numbers_in_the_digits_of_a_locale() {
        assertThat(Sources.below("io/baton").stream()
                        .filter(file -> LOCAL_DIGITS.matcher(Sources.text(file)).find()))
                .as(
                        "because a number is written in digits that no database reads where the locale has others; use the conversion s")
                .isEmpty();
    }

    @Test
    void tables_are_named_only_by_the_capability_that_they_belong_to() {
        List<String> named = new ArrayList<>();
        List<String> elsewhere = new ArrayList<>();
        for (Path file : Sources.below("io/baton")) {
            String path = Sources.path(file);
            String folder = path.substring(0, path.lastIndexOf('/'));
            IN_STATEMENT
                    .matcher(Sources.text(file))
                    .results()
                    .map(found -> found.group(1))
                    .forEach(table -> {
                        named.add(table);
                        if (!folder.equals(OWNERS.get(table))
                                && !GUESTS.getOrDefault(folder, Set.of()).contains(table)) {
                            elsewhere.add(table + " in " + file);
                        }
                    });
        }
        assertThat(named).as("the pattern finds statements").containsAll(OWNERS.keySet());
        assertThat(elsewhere)
                .as(
                        "because a capability can be understood, changed and taken out only if nobody else writes its rows; add a table to OWNERS"
                                + " with the package of its capability")
                .isEmpty();
    }
}
