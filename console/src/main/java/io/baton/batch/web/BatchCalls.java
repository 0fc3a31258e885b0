package io.baton.batch.web;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchStatus;
import io.baton.BatonException;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.BatonBatches.OpenedBatch;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Handles the calls of the API.
 *
 * @param path the path below which the calls are
 */
record BatchCalls(BatonBatches batches, String path) {

    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,17}");
    private static final int MOST_ITEMS = 10_000;
    private static final int SHORT_BODY = 16_384;
    // an id of an item has 43 characters at most; the rest is for quotes, a comma and indentation
    private static final int LONG_BODY = BatonBatches.MOST_ACKS * 100;

    ServerResponse open(ServerRequest request) throws IOException {
        String key = JsonBody.of(request, SHORT_BODY, "key").text("key").orElse(null);
        OpenedBatch opened = key == null ? new OpenedBatch(batches.open(), true) : batches.opened(checked(key));
        BatchStatus status = opened.batch().status();
        URI location = URI.create(
                BatchResponses.context(request) + path + "/" + opened.batch().id());
        return opened.created() ? BatchResponses.created(status, location) : BatchResponses.ok(status);
    }

    ServerResponse find(ServerRequest request) {
        String key = request.param("key")
                .orElseThrow(() -> ProblemType.INVALID_KEY.refused("Name the key: " + path + "?key=..."));
        return batches.find(checked(key))
                .map(batch -> BatchResponses.ok(batch.status()))
                .orElseThrow(() -> ProblemType.UNKNOWN_BATCH.refused("There is no batch of this key"));
    }

    ServerResponse status(ServerRequest request) {
        return BatchResponses.ok(batch(request).status());
    }

    ServerResponse add(ServerRequest request) throws IOException {
        int count = JsonBody.of(request, SHORT_BODY, "count").number("count");
        if (count < 0) {
            throw ProblemType.INVALID_COUNT.refused("The count has to be 0 or more");
        }
        if (count > MOST_ITEMS) {
            throw ProblemType.TOO_MANY_ITEMS.refused("Add up to " + MOST_ITEMS + " items at once");
        }
        return BatchResponses.created(batch(request).addItems(count), null);
    }

    ServerResponse seal(ServerRequest request) {
        return BatchResponses.ok(batch(request).seal());
    }

    ServerResponse ack(ServerRequest request) throws IOException {
        List<String> items = JsonBody.of(request, LONG_BODY, "items").texts("items");
        if (items.size() > BatonBatches.MOST_ACKS) {
            throw ProblemType.TOO_MANY_ITEMS.refused("Acknowledge up to " + BatonBatches.MOST_ACKS + " items at once");
        }
        return BatchResponses.ok(Map.of("batches", batches.ack(items)));
    }

    private Batch batch(ServerRequest request) {
        String id = request.pathVariable("id");
        if (!ID.matcher(id).matches()) {
            throw ProblemType.UNKNOWN_BATCH.refused("The id of a batch is a whole number from 1");
        }
        return batches.find(BatchId.valueOf(id))
                .orElseThrow(() -> ProblemType.UNKNOWN_BATCH.refused("There is no batch " + id
                        + ", or no more: batches are removed some time after they have ended"));
    }

    private static String checked(String key) {
        try {
            return BatchWork.checkedKey(key);
        } catch (BatonException e) {
            throw ProblemType.INVALID_KEY.refused(String.valueOf(e.getMessage()));
        }
    }
}
