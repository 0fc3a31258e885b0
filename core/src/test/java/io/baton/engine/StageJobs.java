package io.baton.engine;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.Retry;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** One handler of each kind; all but the last few do what the test at hand says. */
class StageJobs {

    record Play(String part, int number) {}

    record PlayShort(String part, int number) {}

    record PlayStubborn(String part, int number) {}

    record PlayInTransaction(String part, int number) {}

    record PlayTogether(String part, int number) {}

    record PlayTogetherInTransaction(String part, int number) {}

    record PlayBackingOff(String part) {}

    record PlayOnce(String part) {}

    record PlayTurned(String part, int number) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Shape permits Circle, Square {}

    record Circle(String part, int radius) implements Shape {}

    record Square(String part, int side) implements Shape {}

    /** Cannot be read if its number is negative, and says so with an error. */
    record Fragile(String part, int number) {

        Fragile {
            if (number < 0) {
                throw new AssertionError("a negative number");
            }
        }
    }

    private final Stage stage;
    private final String node;
    private final JdbcTemplate sql;

    StageJobs(Stage stage, String node, DataSource dataSource) {
        this.stage = stage;
        this.node = node;
        this.sql = new JdbcTemplate(dataSource);
    }

    @JobHandler
    @Nullable
    Object play(Play play, JobContext job) throws Throwable {
        return play(play.part(), play.number(), job);
    }

    @JobHandler(queue = "short", timeout = "200ms")
    @Nullable
    Object playShort(PlayShort play, JobContext job) throws Throwable {
        return play(play.part(), play.number(), job);
    }

    @JobHandler(queue = "stubborn", timeout = "5m")
    @Nullable
    Object playStubborn(PlayStubborn play, JobContext job) throws Throwable {
        return play(play.part(), play.number(), job);
    }

    @JobHandler(transactional = true)
    @Nullable
    Object playInTransaction(PlayInTransaction play, JobContext job) throws Throwable {
        return play(play.part(), play.number(), job);
    }

    @JobHandler(queue = "together")
    @Nullable
    JobOutcomes playTogether(List<Job<PlayTogether>> jobs) throws Throwable {
        String part = jobs.get(0).payload().part();
        stage.part(part).calls.add(jobs.size());
        JobOutcomes outcomes = JobOutcomes.allCompleted();
        for (int i = 0; i < jobs.size(); i++) {
            Object failure =
                    play(part, jobs.get(i).payload().number(), jobs.get(i).context());
            if (failure instanceof Throwable cause) {
                outcomes.failed(i, cause);
            }
        }
        return outcomes;
    }

    @JobHandler(queue = "together", transactional = true)
    void playTogetherInTransaction(List<Job<PlayTogetherInTransaction>> jobs) throws Throwable {
        String part = jobs.get(0).payload().part();
        stage.part(part).calls.add(jobs.size());
        for (Job<PlayTogetherInTransaction> job : jobs) {
            play(part, job.payload().number(), job.context());
        }
    }

    @JobHandler
    @Retry(delay = "10s", multiplier = 3, maxDelay = "60s", jitter = 0)
    void playBackingOff(PlayBackingOff play, JobContext job) throws Throwable {
        play(play.part(), 0, job);
    }

    @JobHandler
    @Retry(notOn = IllegalArgumentException.class)
    void playOnce(PlayOnce play, JobContext job) throws Throwable {
        play(play.part(), 0, job);
    }

    @JobHandler
    void turned(JobContext job, PlayTurned play) throws Throwable {
        play(play.part(), play.number(), job);
    }

    @JobHandler
    String shape(Shape shape) {
        return shape.toString();
    }

    @JobHandler
    void fragile(JobContext job, Fragile fragile) throws Throwable {
        play(fragile.part(), fragile.number(), job);
    }

    @JobHandler("payload-less")
    String withoutPayload(JobContext job) {
        return "ran " + job.type();
    }

    private @Nullable Object play(String part, int number, JobContext job) throws Throwable {
        return stage.part(part).play(new Cue(node, number, job, job.attempt(), Thread.currentThread(), sql));
    }
}
