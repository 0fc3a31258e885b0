package io.baton.sample.approvals;

/**
 * The value of the signal.
 *
 * @param by who decided: the recipient of the link
 */
public record Decision(Choice choice, String by) {}
