package io.baton.autoconfigure;

import io.baton.permit.PermitRateLimits;
import io.baton.permit.PermitSemaphores;

/** The limits that the engine asks, also where a test of the application puts mocks in place of the beans that applications inject. */
record OwnLimits(PermitSemaphores semaphores, PermitRateLimits rateLimits) {}
