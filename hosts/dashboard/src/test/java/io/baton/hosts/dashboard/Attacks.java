package io.baton.hosts.dashboard;

import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.JobType;

/** A job with markup in its type, queue, payload and message. No component: only a shop that is under attack has it. */
class Attacks {

    static final String SCRIPT = "<script>alert('no')</script>";

    @JobType(name = "debit <b>card</b>", queue = SCRIPT)
    record Debit(String card) {}

    @JobHandler
    void debit(Debit debit) {
        throw new JobRejectedException("Card " + debit.card() + " was refused " + SCRIPT);
    }
}
