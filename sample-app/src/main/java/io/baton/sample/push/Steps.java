package io.baton.sample.push;

import io.baton.JobType;

/** The jobs of a push, without its mails. */
final class Steps {

    /** The queue of these jobs. */
    static final String QUEUE = "push";

    private Steps() {}

    /** Stores the list of recipients, and draws the sample. */
    @JobType(name = "draw-sample", queue = QUEUE)
    record DrawSample(long push) {}

    /** Enqueues the mails of a part of the sample. */
    @JobType(name = "send-sample", queue = QUEUE)
    record SendSample(long push) {}

    /** Waits for readers, and chooses the content with more clicks. */
    @JobType(name = "choose-winner", queue = QUEUE)
    record ChooseWinner(long push) {}

    /** Enqueues the mails of a part of the rest. */
    @JobType(name = "send-rest", queue = QUEUE)
    record SendRest(long push) {}
}
