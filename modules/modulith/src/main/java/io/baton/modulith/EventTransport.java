package io.baton.modulith;

/**
 * Sends externalised events to a broker. An application has one bean of this type:
 *
 * <pre>{@code
 * @Bean
 * EventTransport kafka(KafkaTemplate<String, String> kafka) {
 *     return event -> kafka.send(event.target(), event.key(), event.body()).get();
 * }
 * }</pre>
 *
 * <p>It is called by a job, outside of a transaction, on any node. It returns when the broker has accepted the message: after an exception the job is
 * retried. The same event may be sent again after a crash, with the same {@link ExternalizedMessage#id}.
 */
@FunctionalInterface
public interface EventTransport {

    /**
     * Sends a message, and waits until the broker has it.
     *
     * @throws Exception if the broker has not accepted it, or may not have
     */
    void send(ExternalizedMessage event) throws Exception;
}
