package io.baton.type;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.InvalidPayloadException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Refuses, wherever in a payload it stands, a discriminator that is the name of a class: with write access to a row one could then
 * choose which class is created, and a class that moves could not be read any more.
 */
class NoClassNames extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
        JsonTypeInfo.Value info = super.findPolymorphicTypeInfo(config, annotated);
        JsonTypeInfo.Id id = info == null ? null : info.getIdType();
        if (id == JsonTypeInfo.Id.CLASS || id == JsonTypeInfo.Id.MINIMAL_CLASS) {
            Object place = annotated.getAnnotated() instanceof Class<?> type ? type.getName() : annotated;
            throw new InvalidPayloadException("@JsonTypeInfo(use = " + id + ") on " + place
                    + " would store the names of classes; use JsonTypeInfo.Id.NAME");
        }
        return info;
    }
}
