package io.baton.hosts.modulith.orders;

/** An event that stays in the application. */
public record OrderNoted(long orderId) {}
