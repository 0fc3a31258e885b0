package io.baton.integration;

import io.baton.BatonException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;

/**
 * The payload of the job of a message.
 *
 * @param payload as the codec has written it
 */
record StoredMessage(String channel, String payload, Map<String, Header> headers) {

    /** A header with the name of its kind, which is never the name of a class to load. */
    record Header(String kind, String value) {}

    private record Kind(Class<?> type, Function<String, Object> parser) {}

    private static final Map<String, Kind> KINDS = new TreeMap<>();

    static {
        add(String.class, text -> text);
        add(Boolean.class, Boolean::valueOf);
        add(Integer.class, Integer::valueOf);
        add(Long.class, Long::valueOf);
        add(Double.class, Double::valueOf);
        add(BigDecimal.class, BigDecimal::new);
        add(UUID.class, UUID::fromString);
        add(Instant.class, Instant::parse);
    }

    private static void add(Class<?> type, Function<String, Object> parser) {
        KINDS.put(type.getSimpleName(), new Kind(type, parser));
    }

    static StoredMessage of(String channel, String payload, MessageHeaders headers) {
        Map<String, Header> stored = new TreeMap<>();
        headers.forEach((name, value) -> {
            String type = value.getClass().getSimpleName();
            Kind kind = KINDS.get(type);
            if (kind == null || kind.type() != value.getClass()) {
                throw refusal(channel, name, value);
            }
            stored.put(name, new Header(type, value.toString()));
        });
        return new StoredMessage(channel, payload, stored);
    }

    private static BatonException refusal(String channel, String name, Object value) {
        String action = value instanceof MessageChannel
                ? "Put .enrichHeaders(headers -> headers.headerChannelsToString()) before the channel if this instance is the only one"
                        + " that handles the reply, name a channel that is a bean, or remove the header"
                : "Remove it before the channel, by .headerFilter(\"" + name + "\"), or let it be one of "
                        + KINDS.keySet();
        return new BatonException("The durable channel \"" + channel + "\" cannot store the header \"" + name
                + "\", which is a " + value.getClass().getName() + ". " + action);
    }

    /** Returns the message, whose id and timestamp are those with which it was sent. */
    Message<Object> message(Object value, Map<String, Object> added) {
        Map<String, Object> restored = new HashMap<>();
        headers.forEach((name, header) -> {
            Kind kind = KINDS.get(header.kind());
            if (kind == null) {
                throw new BatonException("This version knows no headers of the kind " + header.kind());
            }
            restored.put(name, kind.parser().apply(header.value()));
        });
        restored.putAll(added);
        return new GenericMessage<>(value, new Restored(restored));
    }

    /** Headers of a message that exists already. */
    private static final class Restored extends MessageHeaders {

        Restored(Map<String, Object> headers) {
            super(headers, as(UUID.class, headers.get(ID)), as(Long.class, headers.get(TIMESTAMP)));
        }

        private static <T> @Nullable T as(Class<T> type, @Nullable Object value) {
            return type.isInstance(value) ? type.cast(value) : null;
        }
    }
}
