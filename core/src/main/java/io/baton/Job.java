package io.baton;

/**
 * One of several jobs that a handler receives in one call: {@code void send(List<Job<Mail>> mails)}.
 *
 * @param payload what was enqueued
 * @param context the job of this payload
 * @param <P> the payload's type
 */
public record Job<P>(P payload, JobContext context) {}
