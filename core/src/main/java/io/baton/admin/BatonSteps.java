package io.baton.admin;

import io.baton.BatonException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.PayloadCodec;
import io.baton.SignalResult;
import io.baton.Signals;
import io.baton.StepDetails;
import io.baton.Steps;
import io.baton.database.StorableText;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.JobRoles;
import io.baton.job.JobSteps.Sent;
import io.baton.job.Keys;
import java.util.List;
import java.util.Objects;

/** Implements the beans {@link Steps} and {@link Signals}. */
public record BatonSteps(
        JobRoles roles, PayloadCodec codec, CallersTransaction transaction, SignalAfterCommit signal, int maxBytes)
        implements Steps, Signals {

    @Override
    public SignalResult send(JobId job, String name, Object value, String messageId) {
        String signalName = Keys.checked("a signal", name);
        if (signalName.indexOf('#') >= 0) {
            throw new BatonException("The signal \"" + signalName + "\" for job " + job
                    + " cannot be taken: \"#\" separates several waits for one signal. Send the name before it");
        }
        String message = messageId.isEmpty() ? null : Keys.checked("a message", messageId);
        String text = codec.write(Objects.requireNonNull(value, "The value of a signal is null"), value.getClass());
        String what = "The value of the signal \"" + signalName + "\" for job " + job;
        StorableText.require(what, text);
        StorableText.requireFitting(what, text, maxBytes, ". Store it in a table of the application and send its key");
        return transaction.join("the signal for job " + job, () -> {
            Sent sent = roles.steps().send(job.value(), signalName, text, message);
            if (sent.ready() != null) {
                signal.announce(sent.ready());
            }
            return sent.result();
        });
    }

    @Override
    public SignalResult sendToKey(String type, String key, String name, Object value, String messageId) {
        JobFilter filter = JobFilter.all().type(type).key(key);
        List<JobDetails> newest = transaction.read(() -> roles.admin()
                .search(
                        filter.state(
                                JobState.WAITING,
                                JobState.READY,
                                JobState.CLAIMED,
                                JobState.SCHEDULED,
                                JobState.BLOCKED),
                        0,
                        1));
        if (newest.isEmpty()) {
            newest = transaction.read(() -> roles.admin().search(filter, 0, 1));
        }
        return newest.isEmpty() ? SignalResult.UNKNOWN : send(newest.get(0).id(), name, value, messageId);
    }

    @Override
    public List<StepDetails> list(JobId job) {
        return List.copyOf(transaction.read(() -> roles.steps().ofJob(job.value())));
    }

    @Override
    public boolean forget(JobId job, String name) {
        return transaction.join(
                "forgetting a step of job " + job, () -> roles.steps().forget(job.value(), name));
    }

    @Override
    public boolean endWait(JobId job, String name) {
        return transaction.join(
                "the end of a wait of job " + job, () -> roles.steps().endWait(job.value(), name, signal::announce));
    }
}
