package io.baton.type;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.InvalidPayloadException;
import java.lang.reflect.Modifier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;

/** Checks at the start, rather than with the first job, that a class can be written as JSON and read back. */
record PayloadCheck(JsonMapper mapper) {

    /**
     * Checks a class and its subtypes. What Jackson cannot write, but Baton does not refuse, fails the enqueue only: it may never be enqueued.
     *
     * @throws InvalidPayloadException if it cannot be read, or must not be stored
     */
    void verify(Class<?> type) {
        // with static types, the serializer of a class has those of all that it consists of
        SerializationContext writing =
                mapper.rebuild().enable(MapperFeature.USE_STATIC_TYPING).build()._serializationContext();
        JavaType written = writing.constructType(type);
        boolean distinguished = writing.findTypeSerializer(written) != null;
        boolean isAbstract = Modifier.isAbstract(type.getModifiers());
        boolean isSealed = type.isSealed() && !type.isEnum();
        if ((isSealed || (isAbstract && !type.isEnum())) && !distinguished) {
            throw new InvalidPayloadException(
                    type.getName()
                            + " has subtypes that its JSON would not distinguish; put @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) on it");
        }
        try {
            if (!distinguished) {
                mapper.readValue("{}", type);
            } else if (!isAbstract) {
                // with the discriminator required, reading an empty object would not reach the constructor
                mapper.rebuild().addMixIn(type, Undiscriminated.class).build().readValue("{}", type);
            }
        } catch (InvalidDefinitionException e) {
            throw JsonFailure.reading(type, e);
        } catch (JacksonException e) {
            // an empty object fails in many harmless ways
            JsonFailure.rethrowOwn(e);
        }
        try {
            writing.findTypedValueSerializer(written, false);
        } catch (JacksonException e) {
            JsonFailure.rethrowOwn(e);
        }
        if (isSealed) {
            for (Class<?> subtype : type.getPermittedSubclasses()) {
                verify(subtype);
            }
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    private interface Undiscriminated {}
}
