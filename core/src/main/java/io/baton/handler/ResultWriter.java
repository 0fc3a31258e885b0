package io.baton.handler;

import io.baton.Job;
import io.baton.PayloadCodec;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/** Writes what a handler returned. */
final class ResultWriter {

    private static final Logger log = LoggerFactory.getLogger(ResultWriter.class);

    private final SeldomLog seldom = new SeldomLog(log);
    private final PayloadCodec codec;
    private final HandlerMethod handler;

    ResultWriter(PayloadCodec codec, HandlerMethod handler) {
        this.codec = codec;
        this.handler = handler;
    }

    /** Returns the result as text; none if it cannot be written, since the handler has done its work and must not do it again for that. */
    HandlerResult write(Object returned, Job<?> job) {
        try {
            return HandlerResult.of(codec.write(returned, ClassUtils.resolvePrimitiveIfNecessary(handler.returned())));
        } catch (RuntimeException | Error e) {
            // the message of the failure may quote the value
            seldom.warn(
                    "result",
                    "Job {} has no result: the {} that {} returned cannot be written ({}). Return a value that the"
                            + " payload codec can write, or void",
                    job.context().id(),
                    LogText.of(returned.getClass().getName()),
                    handler.describe(),
                    LogText.of(e.getClass().getName()));
            return HandlerResult.unwritten(e);
        }
    }
}
