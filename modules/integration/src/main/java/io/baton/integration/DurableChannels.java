package io.baton.integration;

import io.baton.BatonException;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.PayloadCodec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates durable channels, and runs the jobs of their messages.
 *
 * <pre>{@code
 * @Bean
 * DurableChannel orders(DurableChannels channels) {
 *     return channels.channel("orders", OrderPlaced.class);
 * }
 * }</pre>
 */
public class DurableChannels {

    static final String TYPE = "integration-message";
    static final String TRANSACTIONAL_TYPE = "integration-message-in-transaction";

    private final Jobs jobs;
    private final PayloadCodec codec;
    private final Map<String, DurableChannel> channels = new ConcurrentHashMap<>();

    DurableChannels(Jobs jobs, PayloadCodec codec) {
        this.jobs = jobs;
        this.codec = codec;
    }

    /**
     * Returns a new channel, which the application declares as a bean.
     *
     * @param name what is stored with the messages, and stays when the bean is renamed; up to 100 characters
     * @param payload the class of its payloads
     * @throws BatonException if there is a channel of this name, or none can have it
     */
    public DurableChannel channel(String name, Class<?> payload) {
        if (name.isBlank() || name.length() > 100 || !name.strip().equals(name)) {
            throw new BatonException("The name of a durable channel has 1 to 100 characters and no blank at an end");
        }
        if (payload.isPrimitive() || payload == Object.class) {
            throw new BatonException("The durable channel \"" + name + "\" needs the class of its payloads, such as a"
                    + " record, since the name of a class is never stored");
        }
        DurableChannel channel = new DurableChannel(name, payload, jobs, codec);
        if (channels.putIfAbsent(name, channel) != null) {
            throw new BatonException("There are two durable channels with the name \"" + name + "\". Rename one");
        }
        return channel;
    }

    @JobHandler(TYPE)
    void deliver(StoredMessage message, JobContext job) throws Exception {
        DurableChannel channel = channels.get(message.channel());
        if (channel == null) {
            throw new BatonException("This instance has no durable channel \"" + message.channel()
                    + "\". Declare it, with DurableChannels.channel, on every instance that runs jobs of this queue");
        }
        channel.deliver(message, job);
    }

    @JobHandler(value = TRANSACTIONAL_TYPE, transactional = true)
    void deliverInTransaction(StoredMessage message, JobContext job) throws Exception {
        deliver(message, job);
    }
}
