package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No loop goes on until something happens, without an end: one that waits for a database, or for another thread, ends by a number of rounds, a time, an
 * interrupt, or a number of rows that can only shrink. Loops over what is there already are not looked at.
 */
class LoopBoundTests {

    /** A loop whose head compares nothing and steps through nothing: what ends it stands elsewhere, or nowhere. */
    private static final Pattern OPEN = Pattern.compile(
            "(?<!\\} )\\bwhile \\((?![^\\n]*(?:[<>]|hasNext|\\.next\\(\\)|instanceof|!= null))|\\bdo \\{|\\bfor \\([^;]*; ?;");

    /** What ends each of them; a second loop in a file has a second line. */
    private static final Map<String, List<String>> BOUNDS = Map.ofEntries(
            Map.entry("admin/BatonJobs.java", List.of("the caller's timeout; an interrupt")),
            Map.entry("autoconfigure/UnknownProperties.java", List.of("the elements of a name")),
            Map.entry("batch/PurgeBatches.java", List.of("a time of 200 ms")),
            Map.entry("database/OwnTransactions.java", List.of("a number of attempts")),
            Map.entry("job/jdbc/PortableClaim.java", List.of("a number of rows, which each round multiplies")),
            Map.entry("loop/Loop.java", List.of("stop; an interrupt")),
            Map.entry(
                    "once/BatonOnce.java",
                    List.of("ten seconds, or what was asked; an interrupt", "a time of LONGEST_DOUBT; an interrupt")),
            Map.entry(
                    "permit/LimitDefinitions.java",
                    List.of(
                            "the keys beyond the last one, each of which is read once",
                            "the jobs that hold a permit beyond the capacity, each of which begins anew")),
            Map.entry("permit/WaitingLine.java", List.of("a number of rows, which each round multiplies")),
            Map.entry("schema/Migrations.java", List.of("Migrations.LONGEST; an interrupt")),
            Map.entry("sequence/BatonSequences.java", List.of("the jobs that wait, each of which is changed once")),
            Map.entry("type/PayloadClass.java", List.of("the dimensions of an array")),
            Map.entry("unique/KeyRows.java", List.of("a number of tries")),
            Map.entry("worker/claim/FairQueue.java", List.of("a number of lists")),
            Map.entry("worker/call/ProgressWriter.java", List.of("a number of looks; an interrupt")),
            Map.entry(
                    "worker/call/ChunkedJob.java",
                    List.of("the rows; the timeout of the handler, a cancel and a shutdown")),
            Map.entry(
                    "worker/call/HandlerSteps.java",
                    List.of("a number of attempts; an interrupt", "a time of LONGEST_DOUBT; the end of the run")),
            Map.entry("worker/call/RunningJobContext.java", List.of("the groups of jobs whose results it reads")),
            Map.entry(
                    "worker/call/TransactionalExecution.java",
                    List.of("the end of the run, which its timeout brings, and of the worker")),
            Map.entry(
                    "worker/life/Heartbeat.java", List.of("a number of attempts; half of the interval between beats")),
            Map.entry("worker/lane/LaneRunners.java", List.of("the jobs of its lane; the worker's end")),
            Map.entry("worker/life/ManualSession.java", List.of("the caller's time; an end of what is ready")),
            Map.entry("worker/life/WorkerSession.java", List.of("the patience of the caller; an interrupt")));

    @Test
    void each_loop_that_waits_has_an_end() {
        assertThat(Sources.below("io/baton").stream().filter(file -> loops(file) > known(file)))
                .as("files with a loop that is not listed above: say there what ends it, however slow the database is")
                .isEmpty();
    }

    private static int known(Path file) {
        return BOUNDS.getOrDefault(Sources.path(file).substring("io/baton/".length()), List.of())
                .size();
    }

    private static long loops(Path file) {
        return OPEN.matcher(Sources.text(file)).results().count();
    }
}
