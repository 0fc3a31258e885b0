package io.baton.permit;

import io.baton.JobId;
import io.baton.SemaphoreDetails;
import java.util.List;

/** A semaphore as it was found. */
public record FoundSemaphore(
        String name, int capacity, List<JobId> holders, List<JobId> waiters, long held, long waiting)
        implements SemaphoreDetails {}
