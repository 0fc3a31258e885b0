package io.baton.type;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.InvalidPayloadException;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.std.ReferenceTypeSerializer;
import tools.jackson.databind.ser.std.StdContainerSerializer;

/** Checks at the start, rather than with the first job, that a class and what it consists of can be written as JSON and read back. */
final class PayloadCheck {

    private final JsonMapper mapper;
    private final SerializationContext writing;
    private final Set<JavaType> written = new HashSet<>();

    PayloadCheck(JsonMapper mapper) {
        this.mapper = mapper;
        this.writing = mapper._serializationContext();
    }

    /**
     * Checks a class. What Jackson cannot write, but Baton does not refuse, fails the enqueue only: it may never be enqueued.
     *
     * @throws InvalidPayloadException if it cannot be read, or must not be stored
     */
    void verify(Class<?> payload) {
        if (hasDiscriminator(payload)) {
            readSubtypes(payload);
        } else {
            refuseUndistinguished(payload);
            read(mapper, payload);
        }
        try {
            write(writing.constructType(payload));
        } catch (JacksonException e) {
            JsonFailure.rethrowOwn(e);
        }
    }

    private boolean hasDiscriminator(Class<?> type) {
        DeserializationConfig config = mapper.deserializationConfig();
        AnnotatedClass annotated =
                config.classIntrospectorInstance().introspectClassAnnotations(config.constructType(type));
        JsonTypeInfo.Value info = config.getAnnotationIntrospector().findPolymorphicTypeInfo(config, annotated);
        return info != null && info.getIdType() != JsonTypeInfo.Id.NONE;
    }

    private void readSubtypes(Class<?> type) {
        if (!Modifier.isAbstract(type.getModifiers())) {
            // with the discriminator required, reading an empty object would not reach the constructor
            read(mapper.rebuild().addMixIn(type, Undiscriminated.class).build(), type);
        }
        if (type.isSealed()) {
            for (Class<?> subtype : type.getPermittedSubclasses()) {
                hasDiscriminator(subtype);
                readSubtypes(subtype);
            }
        }
    }

    private static void refuseUndistinguished(Class<?> type) {
        boolean open = type.isInterface() || type.isSealed() || Modifier.isAbstract(type.getModifiers());
        if (open && !type.isEnum()) {
            throw new InvalidPayloadException(
                    type.getName()
                            + " has subtypes that its JSON would not distinguish; put @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) on it");
        }
    }

    /** Reads an empty object, which fails in many harmless ways; only one of them says that nothing of this class can ever be read. */
    private static void read(JsonMapper mapper, Class<?> type) {
        try {
            mapper.readerFor(type).readValue("{}");
        } catch (InvalidDefinitionException e) {
            throw JsonFailure.reading(type, e);
        } catch (JacksonException e) {
            JsonFailure.rethrowOwn(e);
        }
    }

    private void write(JavaType type) {
        if (!written.add(type)) {
            return;
        }
        if (type.getRawClass().isSealed()) {
            List.of(type.getRawClass().getPermittedSubclasses())
                    .forEach(subtype -> write(writing.constructType(subtype)));
        }
        if (!type.isAbstract() || type.getContentType() != null) {
            Jackson2.warnOfAnnotations(type.getRawClass());
            write(writing.findValueSerializer(type), type);
        }
    }

    private void write(ValueSerializer<?> serializer, JavaType type) {
        if (serializer instanceof StdContainerSerializer<?> container) {
            write(container.getContentType());
        } else if (serializer instanceof ReferenceTypeSerializer<?>) {
            write(type.getContentType());
        } else {
            serializer.properties().forEachRemaining(this::write);
        }
    }

    private void write(PropertyWriter property) {
        if (property instanceof BeanPropertyWriter writer && writer.hasSerializer()) {
            if (written.add(writer.getType())) {
                Jackson2.warnOfAnnotations(writer.getType().getRawClass());
                write(writer.getSerializer(), writer.getType());
            }
        } else {
            write(property.getType());
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    private interface Undiscriminated {}
}
