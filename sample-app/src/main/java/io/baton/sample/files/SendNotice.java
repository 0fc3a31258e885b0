package io.baton.sample.files;

import io.baton.JobType;
import io.baton.RateLimited;
import io.baton.RequiresPermit;

/**
 * The job that sends a notice that a file was processed, by a service that accepts few calls at once and few per second, from all instances together:
 * see {@code baton.semaphores} and {@code baton.rate-limits}.
 *
 * @param fileId the file's id in {@code file_info}
 */
@JobType(name = "send-notice", queue = "notices")
@RequiresPermit("notices")
@RateLimited("notices")
record SendNotice(long fileId) {}
