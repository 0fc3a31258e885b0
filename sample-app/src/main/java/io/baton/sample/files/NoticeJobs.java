package io.baton.sample.files;

import io.baton.JobHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends notices; a log line replaces the service. */
@Component
class NoticeJobs {

    private static final Logger LOG = LoggerFactory.getLogger(NoticeJobs.class);

    @JobHandler
    void send(SendNotice notice) {
        LOG.info("Sends the notice that file {} was processed", notice.fileId());
    }
}
