package io.baton.sample.files;

import io.baton.JobType;
import io.baton.RateLimited;
import io.baton.RequiresPermit;

/**
 * The job to tell somebody that a file was processed, by a service that takes few calls at once and few in a second, from all instances together:
 * {@code baton.semaphores} and {@code baton.rate-limits} say how many.
 *
 * @param fileId the file's id in {@code file_info}
 */
@JobType(name = "send-notice", queue = "notices")
@RequiresPermit("notices")
@RateLimited("notices")
record SendNotice(long fileId) {}
