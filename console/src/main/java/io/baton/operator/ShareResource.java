package io.baton.operator;

import io.baton.ShareDetails;
import io.baton.Shares;
import io.baton.monitor.Monitor;
import io.baton.monitor.QueueStatus;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists the shares of queues, and changes their weights and pauses. The id of one is {@code queue:share}. */
record ShareResource(Shares shares, Monitor monitor) implements Resource {

    private static final String AFTER_QUEUE = ":";

    /** Lists those with most ready jobs of a queue, or of each queue that has some. */
    @Override
    public Page list(Query query, Shown shown) {
        String queue = query.term("queue");
        Stream<String> queues = queue != null
                ? Stream.of(queue)
                : monitor.queues().stream().filter(each -> each.shares() > 0).map(QueueStatus::queue);
        return new Page(
                queues.flatMap(each -> shares.list(each).stream())
                        .limit(query.limit())
                        .toList(),
                null);
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return found(id);
    }

    private Optional<ShareDetails> found(String id) {
        String queue = queue(id);
        String name = share(queue, id);
        return shares.list(queue).stream()
                .filter(share -> share.name().equals(name))
                .findFirst();
    }

    /** Returns the queue in an id: with several colons, the longest known one, since a name may have a colon in it. */
    private String queue(String id) {
        int end = id.indexOf(AFTER_QUEUE);
        Stream<QueueStatus> known = end == id.lastIndexOf(AFTER_QUEUE) ? Stream.empty() : monitor.queues().stream();
        return known.map(QueueStatus::queue)
                .filter(queue -> id.startsWith(queue + AFTER_QUEUE))
                .max(Comparator.comparingInt(String::length))
                .orElse(id.substring(0, Math.max(0, end)));
    }

    private static String share(String queue, String id) {
        return id.substring(Math.min(queue.length() + 1, id.length()));
    }

    /** Returns the weight that was set at run time. */
    @Override
    public @Nullable String was(String id, String action) {
        return !action.endsWith("weight")
                ? null
                : found(id).map(ShareDetails::weight).map(String::valueOf).orElse(null);
    }

    @Override
    public Done change(String id, String action, @Nullable String value, Shown shown) {
        if (!id.contains(AFTER_QUEUE)) {
            throw RefusedException.notFound("The id of a share is its queue and its name, such as mails:acme");
        }
        String queue = queue(id);
        String share = share(queue, id);
        switch (action) {
            case "set-weight" -> shares.setWeight(queue, share, Values.number(value, "a weight from 1 to 1000"));
            case "reset-weight" -> shares.resetWeight(queue, share);
            case "pause" -> shares.pause(queue, share);
            default -> shares.resume(queue, share);
        }
        return new Done(action, id);
    }
}
