package io.baton.testing;

/** How to reach one database, from this process or from another. */
public record DatabaseAccess(String url, String user, String password) {}
