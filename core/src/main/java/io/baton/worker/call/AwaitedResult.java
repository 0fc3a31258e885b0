package io.baton.worker.call;

import io.baton.InvalidPayloadException;
import io.baton.handler.Handler.HandlerResult;
import io.baton.job.ClaimedJob;
import io.baton.job.Ties;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/**
 * Refuses a result that another step waits for and that cannot be stored: the step would continue without it, unnoticed.
 *
 * @param maxSize how large a result may be, in bytes
 * @param storable whether the database takes a text
 */
public record AwaitedResult(int maxSize, Predicate<String> storable) {

    /**
     * Returns the result of a call.
     *
     * @throws InvalidPayloadException if another step waits for it, and it cannot be kept
     */
    HandlerResult checked(HandlerCall call, HandlerResult result) {
        ClaimedJob job = call.jobs().get(0).claimed();
        if (job.ties().has(Ties.RESULT)) {
            check(job, result);
        }
        return result;
    }

    private void check(ClaimedJob job, HandlerResult result) {
        Throwable unwritten = result.unwritten();
        if (unwritten != null) {
            throw new InvalidPayloadException(
                    "The result of job " + job.id() + " (" + job.type()
                            + "), for which the next step of its flow waits, cannot be written. Return a value that the payload codec"
                            + " can write, or void",
                    unwritten);
        }
        String text = result.result();
        int size = text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
        if (size > maxSize) {
            throw tooLarge(job, size + " bytes, more than baton.payload.max-size allows (" + maxSize + ")");
        }
        if (text != null && !storable.test(text)) {
            throw tooLarge(
                    job,
                    size + " bytes, more than the database takes in one statement (max_allowed_packet of the server)");
        }
    }

    private static InvalidPayloadException tooLarge(ClaimedJob job, String size) {
        return new InvalidPayloadException("The result of job " + job.id() + " (" + job.type()
                + "), for which the next step of its flow waits, has " + size
                + ". Store it in a table or file of your own and return its key");
    }
}
