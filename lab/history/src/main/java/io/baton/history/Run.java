package io.baton.history;

import java.util.Set;

/** A call of a handler. */
final class Run {

    final String id;
    final String process;
    final long start;
    final long job;
    final long item;
    final long attempt;
    final String lock;
    final Set<String> permits;
    final Set<String> rates;
    final String schedule;
    final long planned;
    final String share;
    long end = History.NEVER;
    Outcome outcome = Outcome.UNKNOWN;
    boolean isLost;

    Run(Event run, Set<String> permits, Set<String> rates) {
        this.id = run.text("run");
        this.process = run.process();
        this.start = run.nanos();
        this.job = run.number("job");
        this.item = run.number("item", Event.NONE);
        this.attempt = run.number("attempt");
        this.lock = run.optional("lock");
        this.permits = permits;
        this.rates = rates;
        this.schedule = run.optional("schedule");
        this.planned = schedule.isEmpty() ? Event.NONE : run.number("planned");
        this.share = run.optional("share");
    }

    boolean isOk() {
        return outcome == Outcome.OK;
    }

    @Override
    public String toString() {
        return id + " of job " + job + " at " + start;
    }
}
