package io.baton.type;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.InvalidPayloadException;
import java.lang.reflect.Modifier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.json.JsonMapper;

/** Finds out at the start, rather than with the first job, that a class cannot be written as JSON, or not be read back. */
final class BindingCheck {

    private final JsonMapper mapper;

    BindingCheck(JsonMapper mapper) {
        this.mapper = mapper;
    }

    void verify(Class<?> payload) {
        if (hasDiscriminator(payload)) {
            verifySubtypes(payload);
        } else {
            refuseUndistinguished(payload);
            bind(mapper, payload);
        }
        new WritingCheck(mapper).verify(payload);
    }

    private void verifySubtypes(Class<?> type) {
        if (!Modifier.isAbstract(type.getModifiers())) {
            bind(undiscriminated(type), type);
        }
        if (type.isSealed()) {
            for (Class<?> subtype : type.getPermittedSubclasses()) {
                hasDiscriminator(subtype);
                verifySubtypes(subtype);
            }
        }
    }

    // with the discriminator asked for, an empty object would not come as far as the constructor
    private JsonMapper undiscriminated(Class<?> type) {
        return mapper.rebuild().addMixIn(type, Undiscriminated.class).build();
    }

    private boolean hasDiscriminator(Class<?> type) {
        DeserializationConfig config = mapper.deserializationConfig();
        AnnotatedClass annotated =
                config.classIntrospectorInstance().introspectClassAnnotations(config.constructType(type));
        JsonTypeInfo.Value info = config.getAnnotationIntrospector().findPolymorphicTypeInfo(config, annotated);
        return info != null && info.getIdType() != JsonTypeInfo.Id.NONE;
    }

    private static void refuseUndistinguished(Class<?> type) {
        boolean open = type.isInterface() || type.isSealed() || Modifier.isAbstract(type.getModifiers());
        if (open && !type.isEnum()) {
            throw new InvalidPayloadException(
                    type.getName()
                            + " has subtypes that its JSON would not tell apart; put @JsonTypeInfo(use = JsonTypeInfo.Id.NAME) on it");
        }
    }

    // an empty object fails in many harmless ways; only one of them says that nothing of this class can ever be read
    private static void bind(JsonMapper mapper, Class<?> type) {
        try {
            mapper.readerFor(type).readValue("{}");
        } catch (InvalidDefinitionException e) {
            throw JsonFailure.reading(type, e);
        } catch (JacksonException e) {
            JsonFailure.rethrowOwn(e);
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    private interface Undiscriminated {}
}
