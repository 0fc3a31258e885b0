package io.baton.permit;

import io.baton.JobId;
import io.baton.Rate;
import io.baton.RateLimitDetails;
import java.util.List;

/** A rate limit as it was found. */
public record FoundRateLimit(String name, Rate rate, List<JobId> waiters, long waiting) implements RateLimitDetails {}
