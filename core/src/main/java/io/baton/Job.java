package io.baton;

/**
 * One job of several that a handler is given together: {@code void send(List<Job<Mail>> mails)}.
 *
 * @param payload what was enqueued
 * @param context the job around it
 * @param <P> the payload's type
 */
public record Job<P>(P payload, JobContext context) {}
