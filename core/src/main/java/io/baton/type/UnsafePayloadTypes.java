package io.baton.type;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.InvalidPayloadException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanSerializerBuilder;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.ser.ValueSerializerModifier;

/**
 * Refuses values that must not be stored, anywhere in a payload. To read a value of type class, Jackson would load the class that the text names and
 * run its static initializer, so that a session with write access to a row could run any. Code, trees of Jackson 2 and classes without visible
 * fields, which Jackson accepts as soon as they carry any annotation, would be stored as nothing.
 */
final class UnsafePayloadTypes extends SimpleModule {

    private static final String JACKSON_2 = "com.fasterxml.jackson.databind.";
    private static final Set<Class<?>> CODE = Set.of(Runnable.class, Callable.class, Thread.class);

    @Override
    public void setupModule(SetupContext context) {
        context.addDeserializers(new Readers());
        context.addKeyDeserializers((type, config, bean) -> refuse(type));
        context.addSerializers(new Writers());
        context.addKeySerializers(new Writers());
        context.addSerializerModifier(new UnserializedFields());
    }

    private static boolean namesClass(Class<?> type) {
        return type == Class.class || JavaType.class.isAssignableFrom(type);
    }

    private static @Nullable KeyDeserializer refuse(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (raw.getName().startsWith(JACKSON_2)) {
            throw new InvalidPayloadException("A " + raw.getName()
                    + " in a payload is of Jackson 2 and would not be stored as what it holds; use"
                    + " tools.jackson.databind.JsonNode, or a record");
        }
        if (CODE.contains(raw) || raw.getPackageName().equals("java.util.function")) {
            throw new InvalidPayloadException(
                    "A " + raw.getName()
                            + " in a payload is code, which cannot be stored; store what it works on, and call it in the handler");
        }
        if (namesClass(raw)) {
            throw new InvalidPayloadException("A " + raw.getName()
                    + " in a payload would be stored as the name of a class, and that class would be loaded to read it;"
                    + " use a name of your own for what it stands for, such as an enum");
        }
        return null;
    }

    private static final class Readers implements Deserializers {

        @Override
        public @Nullable ValueDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
            refuse(type);
            return null;
        }

        @Override
        public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
            return namesClass(type);
        }
    }

    private static final class Writers implements Serializers {

        @Override
        public @Nullable ValueSerializer<?> findSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier bean,
                JsonFormat.@Nullable Value format) {
            refuse(type);
            return null;
        }
    }

    private static final class UnserializedFields extends ValueSerializerModifier {

        @Override
        public BeanSerializerBuilder updateBuilder(
                SerializationConfig config, BeanDescription.Supplier bean, BeanSerializerBuilder builder) {
            Class<?> type = bean.getBeanClass();
            if (!builder.hasProperties() && builder.getAnyGetter() == null && hasFields(type)) {
                throw new InvalidPayloadException(type.getName()
                        + " would be stored as {}, since Jackson sees none of its fields; make it a record, give it getters"
                        + " (getX, not x), put @JsonProperty on its fields, or"
                        + " @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY) on the class");
            }
            return builder;
        }

        /** Returns whether a class has fields to store. An abstract class has none, since its subclasses are checked by themselves. */
        private static boolean hasFields(Class<?> type) {
            return !Modifier.isAbstract(type.getModifiers())
                    && Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                            .flatMap(each -> Arrays.stream(each.getDeclaredFields()))
                            .anyMatch(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0
                                    && !field.isSynthetic()
                                    && !field.isAnnotationPresent(JsonIgnore.class));
        }
    }

    /**
     * Refuses a discriminator that is the name of a class, anywhere in a payload: a session with write access to a row could choose which class is
     * created, and jobs could not be read after a class has moved.
     */
    static class NoClassNames extends JacksonAnnotationIntrospector {

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
}
