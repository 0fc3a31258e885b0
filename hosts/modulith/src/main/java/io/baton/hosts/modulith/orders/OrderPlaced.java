package io.baton.hosts.modulith.orders;

import org.springframework.modulith.events.Externalized;

@Externalized("orders::#{customer()}")
public record OrderPlaced(long orderId, String customer, int total) {}
