package io.baton.integration;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobOptions;
import io.baton.Jobs;
import io.baton.PayloadCodec;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.channel.AbstractSubscribableChannel;
import org.springframework.integration.dispatcher.MessageDispatcher;
import org.springframework.integration.dispatcher.UnicastingDispatcher;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHandler;
import org.springframework.messaging.MessagingException;

/**
 * A channel whose messages are jobs: {@code send} stores one in the sender's transaction, and its subscriber receives it after the commit, on any node
 * that has the channel. An exception of the subscriber fails the attempt, and the job is retried. There is one subscriber.
 *
 * <p>Payloads are stored as JSON, and read as the class that the channel was declared with. Headers are texts, numbers, booleans, UUIDs and instants;
 * a message with any other is refused. The message's id and timestamp are kept.
 */
public class DurableChannel extends AbstractSubscribableChannel {

    /** The header with the id of the job, a {@code Long}. */
    public static final String JOB_ID = "baton_jobId";

    /** The header with the number of the attempt, an {@code Integer}. */
    public static final String ATTEMPT = "baton_attempt";

    private static final Duration NO_SUBSCRIBER = Duration.ofSeconds(5);

    private final String name;
    private final Class<?> payloadType;
    private final Jobs jobs;
    private final PayloadCodec codec;
    private final UnicastingDispatcher dispatcher = new UnicastingDispatcher();

    private boolean transactional;
    private int maxAttempts;
    private @Nullable String queue;
    private @Nullable String sequenceHeader;
    private @Nullable String keyHeader;

    DurableChannel(String name, Class<?> payloadType, Jobs jobs, PayloadCodec codec) {
        this.name = name;
        this.payloadType = payloadType;
        this.jobs = jobs;
        this.codec = codec;
        dispatcher.setMaxSubscribers(1);
        setDatatypes(payloadType);
    }

    /** Lets the subscriber run in a transaction in which its job is completed, as {@link io.baton.JobHandler#transactional}. */
    public DurableChannel transactional() {
        transactional = true;
        return this;
    }

    /** Sets the queue of the jobs, which the properties of the nodes that serve it name. */
    public DurableChannel queue(String name) {
        queue = name;
        return this;
    }

    /** Sets how often a message may fail before its job is dead. */
    public DurableChannel maxAttempts(int number) {
        maxAttempts = number;
        return this;
    }

    /**
     * Hands messages with the same value of this header over one at a time, in the order of their jobs' ids. The sequence has the name {@code
     * <channel>:<value>}.
     */
    public DurableChannel sequenceBy(String header) {
        sequenceHeader = header;
        return this;
    }

    /** Lets the value of this header be the key of the business by which the job is found. */
    public DurableChannel keyBy(String header) {
        keyHeader = header;
        return this;
    }

    /** Adds the subscriber. A second one is refused, since its failures would repeat the first one. */
    @Override
    public boolean subscribe(MessageHandler handler) {
        if (dispatcher.getHandlerCount() > 0) {
            throw new BatonException(
                    "The durable channel \"" + name + "\" has a subscriber. Let a publishSubscribeChannel be"
                            + " the subscriber, and send from it to one durable channel for each, so that each is retried alone");
        }
        return super.subscribe(handler);
    }

    @Override
    protected MessageDispatcher getDispatcher() {
        return dispatcher;
    }

    /** Stores the message; the timeout has no effect. */
    @Override
    protected boolean doSend(Message<?> message, long timeout) {
        refuseLoss(message.getPayload().getClass());
        StoredMessage stored =
                StoredMessage.of(name, codec.write(message.getPayload(), payloadType), message.getHeaders());
        jobs.enqueueNamed(
                transactional ? DurableChannels.TRANSACTIONAL_TYPE : DurableChannels.TYPE,
                stored,
                options -> set(options, message));
        return true;
    }

    /** The payload is stored as one of the declared class, so that it would lose what a subclass adds. */
    private void refuseLoss(Class<?> given) {
        if (given != payloadType
                && !payloadType.isEnum()
                && !payloadType.isSealed()
                && !Modifier.isAbstract(payloadType.getModifiers())) {
            throw new InvalidPayloadException("The durable channel \"" + name + "\" takes a " + payloadType.getName()
                    + ", and would lose what a " + given.getName() + " adds. Transform it before the channel");
        }
    }

    private void set(JobOptions options, Message<?> message) {
        options.label("channel", name);
        if (maxAttempts != 0) {
            options.maxAttempts(maxAttempts);
        }
        if (queue != null) {
            options.queue(queue);
        }
        if (sequenceHeader != null) {
            options.sequence(name + ":" + value(sequenceHeader, message));
        }
        if (keyHeader != null) {
            options.key(value(keyHeader, message));
        }
    }

    private String value(String header, Message<?> message) {
        Object value = message.getHeaders().get(header);
        if (value == null) {
            throw new BatonException("A message for the durable channel \"" + name + "\" lacks the header \"" + header
                    + "\". Set it before the channel, such as by .enrichHeaders(headers -> headers.headerExpression(\""
                    + header + "\", ..))");
        }
        return value.toString();
    }

    void deliver(StoredMessage stored, JobContext job) throws Exception {
        if (dispatcher.getHandlerCount() == 0) {
            // its endpoint is stopped, or not started yet
            job.snooze(NO_SUBSCRIBER);
        }
        Message<Object> message = stored.message(
                codec.read(stored.payload(), payloadType),
                Map.of(JOB_ID, job.id().value(), ATTEMPT, job.attempt()));
        try {
            dispatcher.dispatch(message);
        } catch (MessagingException e) {
            throw withoutMessage(e);
        }
    }

    /** Returns what the subscriber has thrown: a {@link MessagingException} would write the payload and the headers into the job's error. */
    private static Exception withoutMessage(MessagingException failure) {
        Throwable cause = failure;
        while (cause instanceof MessagingException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof MessagingException || !(cause instanceof Exception exception)
                ? new BatonException(cause.getClass().getSimpleName() + ": " + cause.getMessage())
                : exception;
    }
}
