package io.baton.handler;

import io.baton.Job;
import io.baton.PayloadCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/** Writes what a handler returned. */
final class ResultWriter {

    private static final Logger log = LoggerFactory.getLogger(ResultWriter.class);

    private final PayloadCodec codec;
    private final HandlerMethod handler;

    ResultWriter(PayloadCodec codec, HandlerMethod handler) {
        this.codec = codec;
        this.handler = handler;
    }

    /** The result as text; none if it cannot be written, since the handler has done its work and must not do it again for that. */
    @Nullable
    String write(Object returned, Job<?> job) {
        try {
            return codec.write(returned, ClassUtils.resolvePrimitiveIfNecessary(handler.returned()));
        } catch (RuntimeException | Error e) {
            // the message of the failure may quote the value
            log.warn(
                    "Job {} is completed without a result: the {} that {} returned cannot be written ({}). Return a value that the"
                            + " payload codec can write, or void",
                    job.context().id(),
                    returned.getClass().getName(),
                    handler.describe(),
                    e.getClass().getName());
            return null;
        }
    }
}
