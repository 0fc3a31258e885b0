package io.baton.type;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.baton.InvalidPayloadException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ser.BeanSerializerBuilder;
import tools.jackson.databind.ser.ValueSerializerModifier;

/**
 * Refuses classes that have fields of which Jackson sees none: they would be written as an empty object, and everything in them be lost.
 * Jackson itself takes any annotation on such a class for the wish to write it so.
 */
final class HiddenState extends ValueSerializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public BeanSerializerBuilder updateBuilder(
            SerializationConfig config, BeanDescription.Supplier bean, BeanSerializerBuilder builder) {
        Class<?> type = bean.getBeanClass();
        if (!builder.hasProperties() && builder.getAnyGetter() == null && hides(type)) {
            throw new InvalidPayloadException(type.getName()
                    + " would be stored as {}, since Jackson sees none of its fields; make it a record, give it getters"
                    + " (getX, not x), put @JsonProperty on its fields, or"
                    + " @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY) on the class");
        }
        return builder;
    }

    // of an abstract class there are only subclasses, which are looked at by themselves
    private static boolean hides(Class<?> type) {
        return !Modifier.isAbstract(type.getModifiers())
                && Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                        .flatMap(each -> Arrays.stream(each.getDeclaredFields()))
                        .anyMatch(HiddenState::isMeant);
    }

    private static boolean isMeant(Field field) {
        return !Modifier.isStatic(field.getModifiers())
                && !Modifier.isTransient(field.getModifiers())
                && !field.isSynthetic()
                && !field.isAnnotationPresent(JsonIgnore.class);
    }
}
