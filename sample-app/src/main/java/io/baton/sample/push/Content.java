package io.baton.sample.push;

/**
 * One of the texts of a push.
 *
 * @param letter {@code A} or {@code B}
 */
record Content(String letter, String subject, String text) {}
