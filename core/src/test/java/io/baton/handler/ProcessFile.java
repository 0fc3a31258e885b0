package io.baton.handler;

/** A payload. */
record ProcessFile(long fileId) {}
