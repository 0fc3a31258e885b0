package io.baton.sample.push;

import io.baton.Chunks;
import io.baton.Flows;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Partition;
import io.baton.sample.push.Steps.ChooseWinner;
import io.baton.sample.push.Steps.DrawSample;
import io.baton.sample.push.Steps.SendRest;
import io.baton.sample.push.Steps.SendSample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.stereotype.Component;

/** Runs the steps of pushes. */
@Component
class StepJobs {

    private static final int PORTION = 500;

    private final PushRows pushes;
    private final Recipients recipients;
    private final Flows flows;
    private final PushProperties properties;

    StepJobs(PushRows pushes, Recipients recipients, Flows flows, PushProperties properties) {
        this.pushes = pushes;
        this.recipients = recipients;
        this.flows = flows;
        this.properties = properties;
    }

    /** Stores who gets which content: a user who moves to Sydney later is not in the list, and a second attempt draws the same sample. */
    @JobHandler(transactional = true)
    void draw(DrawSample draw) {
        PushRows.Push push = pushes.find(draw.push());
        List<Long> users = recipients.within(push.kilometres());
        recipients.store(push.id(), Sample.draw(users, push.salt(), properties.sampleSize()));
    }

    @JobHandler
    void send(SendSample send, Partition partition, JobContext context) {
        String sampled = "SELECT push_id, user_id, sample AS content FROM recipient"
                + " WHERE push_id = ? AND sample IS NOT NULL AND " + partition.sql("user_id");
        enqueueMails(context, sampled, send.push());
    }

    /** Waits for the reading time. Snoozing uses up no attempt, and no thread waits. */
    @JobHandler
    void choose(ChooseWinner choose, JobContext context) {
        Instant then = recipients.lastSent(choose.push()).plus(properties.readingTime());
        Duration left = Duration.between(Instant.now(), then);
        if (left.toMillis() > 0) {
            context.snooze(left);
        }
        pushes.choose(choose.push(), recipients.mostClicked(choose.push()));
    }

    @JobHandler
    void send(SendRest send, Partition partition, JobContext context) {
        String rest = "SELECT r.push_id, r.user_id, p.winner AS content FROM recipient r"
                + " JOIN push p ON p.id = r.push_id WHERE r.push_id = ? AND r.sample IS NULL AND "
                + partition.sql("r.user_id");
        enqueueMails(context, rest, send.push());
    }

    /** Adds the mails in portions, each of which commits with the position in the list; the step has ended when all mails that were added to it have. */
    private void enqueueMails(JobContext context, String query, long push) {
        Chunks<SendMail> mails = Chunks.of(query, "user_id", PORTION)
                .mappedBy(DataClassRowMapper.newInstance(SendMail.class))
                .with(push);
        context.inChunks(mails, portion -> flows.addJobs(context, portion));
    }
}
