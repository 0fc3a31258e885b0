package io.baton.hosts.integration;

record OrderPlaced(long orderId, String customer, int total) {}
