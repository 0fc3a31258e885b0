package io.baton.worker.context;

import io.baton.job.ClaimedJob;
import io.baton.loop.LogText;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells once for each type that jobs were stored without permits that their handler asks for. */
public final class LackedPermits {

    private static final Logger log = LoggerFactory.getLogger(LackedPermits.class);

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** This job was. */
    public void by(ClaimedJob job) {
        if (told.add(job.type())) {
            log.info(
                    "Jobs of the type '{}' were stored without some permits that they need by @RequiresPermit or @RateLimited, before it was"
                            + " there or by a node that does not know it. They wait for their permits now",
                    LogText.of(job.type()));
        }
    }
}
