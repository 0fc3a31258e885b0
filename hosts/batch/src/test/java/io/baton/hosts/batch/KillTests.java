package io.baton.hosts.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.springbatch.BatchJobs;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import io.baton.testing.server.ApplicationProcess;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Processes of the application are killed and frozen in the middle of its jobs. {@code -Dbaton.neighbours.batch=100} kills each kind of process a
 * hundred times.
 */
@OnEachDatabase({TestDatabase.POSTGRES, TestDatabase.MARIADB})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KillTests implements TestsOnDatabase {

    private static final int KILLS = Integer.getInteger("baton.neighbours.batch", 2);
    private static final int LINES_BY_KILL = 120;
    private static final Duration SOON = Duration.ofMinutes(2);

    private final Map<String, ApplicationProcess> nodes = new LinkedHashMap<>();
    private JobParameters parameters = new JobParameters();
    private List<String> arguments = List.of();
    private ConfigurableApplicationContext client;
    private Workplace place;
    private Jobs jobs;
    private JobRepository repository;
    private JdbcTemplate jdbc;
    private int started;

    @Override
    public void open(TestDatabase kind) {
        place = new Workplace();
        DatabaseAccess access = kind.freshAccess();
        arguments = List.of(
                "--spring.datasource.url=" + access.url(),
                "--spring.datasource.username=" + access.user(),
                "--spring.datasource.password=" + access.password(),
                "--baton.worker.heartbeat=300ms",
                "--baton.worker.dead-after=1500ms",
                "--baton.worker.poll-interval=200ms");
        List<String> ofClient = new ArrayList<>(arguments);
        ofClient.add("--baton.worker.enabled=false");
        client = SpringApplication.run(BatchHost.class, ofClient.toArray(String[]::new));
        jobs = client.getBean(Jobs.class);
        repository = client.getBean(JobRepository.class);
        jdbc = client.getBean(JdbcTemplate.class);
    }

    @Override
    public void close() {
        client.close();
        place.close();
    }

    @AfterEach
    void end() {
        nodes.values().forEach(ApplicationProcess::close);
        nodes.clear();
        jdbc.update("DELETE FROM booking");
        jdbc.update("DELETE FROM line");
    }

    private void start() {
        String name = "node-" + ++started;
        List<String> all = new ArrayList<>(arguments);
        all.add("--baton.worker.name=" + name);
        all.add("--host.node=" + name);
        all.add("--host.millis=20");
        nodes.put(
                name,
                ApplicationProcess.start(
                        Reaper.ofThisJvm(),
                        Workplace.make(place.directory().resolve(name)),
                        System.getProperty("java.class.path"),
                        BatchHost.class.getName(),
                        all));
    }

    private JobId launch(String job, int lines) {
        parameters = new JobParametersBuilder()
                .addString("month", UUID.randomUUID().toString())
                .toJobParameters();
        jdbc.batchUpdate(
                "INSERT INTO line (id) VALUES (?)",
                IntStream.rangeClosed(1, lines)
                        .mapToObj(line -> new Object[] {line})
                        .toList());
        return client.getBean(BatchJobs.class).launch(job, parameters).id();
    }

    private long booked() {
        return jdbc.queryForObject("SELECT COUNT(*) FROM booking", Long.class);
    }

    private long stepsOf(String node) {
        return jdbc.queryForObject("SELECT COUNT(*) FROM booking WHERE node = ?", Long.class, node);
    }

    /** Waits until a job of this type has written on a node, and returns the name of the node. */
    private String workingNode(String type) {
        return await().atMost(SOON)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () ->
                                jobs
                                        .search(
                                                JobFilter.all().type(type).state(JobState.CLAIMED),
                                                PageRequest.of(0, 100))
                                        .stream()
                                        .map(JobDetails::worker)
                                        .filter(name -> name != null && nodes.containsKey(name))
                                        .filter(name -> type.equals("spring-batch-job") || stepsOf(name) > 0)
                                        .findFirst()
                                        .orElse(null),
                        name -> name != null);
    }

    private void kill(String node) {
        nodes.remove(node).kill();
    }

    private void assertRight(String job, JobId id, int lines) {
        await().atMost(SOON.plusSeconds(KILLS))
                .until(() -> jobs.find(id).orElseThrow().state().isFinal());
        JobDetails ended = jobs.find(id).orElseThrow();
        assertThat(ended.state()).as(ended.error()).isEqualTo(JobState.COMPLETED);
        List<JobExecution> executions = repository.getJobExecutions(repository.getJobInstance(job, parameters));
        long left = executions.stream().filter(JobExecution::isRunning).count()
                + executions.stream()
                        .flatMap(each -> each.getStepExecutions().stream())
                        .filter(step -> step.getStatus().isRunning())
                        .count();
        long completed = executions.stream()
                .filter(each -> each.getStatus() == BatchStatus.COMPLETED)
                .count();
        long wrong = lines
                - jdbc.queryForObject(
                        "SELECT COUNT(*) FROM (SELECT line FROM booking GROUP BY line HAVING COUNT(*) = 1) once",
                        Long.class);
        Set<String> twice = executions.stream()
                .flatMap(each -> each.getStepExecutions().stream())
                .filter(step -> step.getStatus() == BatchStatus.COMPLETED)
                .collect(Collectors.groupingBy(StepExecution::getStepName, Collectors.counting()))
                .entrySet()
                .stream()
                .filter(each -> each.getValue() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        System.out.println("figure batch.lines_missing "
                + (lines - jdbc.queryForObject("SELECT COUNT(DISTINCT line) FROM booking", Long.class)));
        System.out.println("figure batch.executions " + executions.size());
        System.out.println("figure batch.started_left " + left);
        System.out.println("figure batch.steps_wrong " + (wrong + twice.size() + Math.abs(completed - 1)));
        assertThat(left).isZero();
        assertThat(wrong).isZero();
        assertThat(completed).isEqualTo(1);
        assertThat(twice).isEmpty();
    }

    @Test
    void an_execution_ends_once_however_often_its_process_is_killed() {
        int lines = LINES_BY_KILL * (KILLS + 1);
        start();
        JobId id = launch("book", lines);
        for (int i = 0; i < KILLS; i++) {
            start();
            long before = booked();
            String working = workingNode("spring-batch-job");
            await().atMost(SOON).until(() -> booked() > before);
            kill(working);
        }
        assertRight("book", id, lines);
    }

    @Test
    void a_restart_that_is_killed_in_its_first_chunk_repeats_nothing() {
        start();
        JobId id = launch("book", LINES_BY_KILL);
        String first = workingNode("spring-batch-job");
        await().atMost(SOON).until(() -> booked() > 0);
        kill(first);
        for (int i = 0; i < KILLS; i++) {
            int before = executions("book");
            start();
            // a chunk takes a tenth of a second, and the step is stored as started before its first line
            await().atMost(SOON).pollInterval(Duration.ofMillis(5)).until(() -> stepsStarted() > before);
            kill("node-" + started);
        }
        start();
        assertRight("book", id, LINES_BY_KILL);
    }

    private int executions(String job) {
        return repository
                .getJobExecutions(repository.getJobInstance(job, parameters))
                .size();
    }

    private long stepsStarted() {
        return repository.getJobExecutions(repository.getJobInstance("book", parameters)).stream()
                .filter(each -> each.getStepExecutions().stream().anyMatch(step -> step.getStartTime() != null))
                .count();
    }

    @Test
    void partitions_end_once_however_often_their_workers_are_killed() {
        // four partitions run at once
        int lines = 6 * LINES_BY_KILL * (KILLS + 1);
        start();
        JobId id = launch("split", lines);
        for (int i = 0; i < KILLS; i++) {
            start();
            String manager = workingNode("spring-batch-job");
            String worker = workingNode("spring-batch-partition");
            long before = booked();
            await().atMost(SOON)
                    .until(() -> booked() > before
                            || jobs.find(id).orElseThrow().state().isFinal());
            // in turn the manager and, where there are two, one that only has partitions
            kill(i % 2 == 0 ? manager : worker);
        }
        start();
        assertRight("split", id, lines);
    }

    @Test
    void a_frozen_process_that_wakes_up_writes_nothing_beside_the_new_one() throws Exception {
        freeze("book", LINES_BY_KILL * 2);
    }

    @Test
    void a_frozen_process_with_partitions_that_wakes_up_writes_nothing_either() throws Exception {
        freeze("split", LINES_BY_KILL * 10);
    }

    private void freeze(String job, int lines) throws Exception {
        start();
        JobId id = launch(job, lines);
        String frozen = workingNode("spring-batch-job");
        await().atMost(SOON).until(() -> booked() > 0);
        long pid = ProcessHandle.current()
                .children()
                .filter(each -> commandLine(each.pid()).contains("--host.node=" + frozen))
                .findFirst()
                .orElseThrow()
                .pid();
        signal("STOP", pid);
        start();
        String other = "node-" + started;
        await().atMost(SOON).until(() -> stepsOf(other) > 0);
        signal("CONT", pid);
        assertRight(job, id, lines);
    }

    /** Returns all of it; a handle of a process knows the beginning only. */
    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }
}
