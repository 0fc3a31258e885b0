package io.baton.hosts.events;

record OrderPlaced(long orderId, String customer, int total) {}
