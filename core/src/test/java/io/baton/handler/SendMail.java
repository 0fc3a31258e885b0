package io.baton.handler;

/** A payload. */
record SendMail(String to) {}
