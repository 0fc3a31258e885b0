package io.baton.type;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.baton.InvalidPayloadException;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.ser.Serializers;

/**
 * Refuses values that are classes, wherever in a payload they stand: reading one loads the class that the text names and runs its static
 * initializer, so that whoever can write a row could run any of them. Refuses code too, which would be stored as nothing.
 */
final class NoClassValues extends JacksonModule {

    private static final Set<Class<?>> REFUSED = Set.of(Class.class, JavaType.class);

    private static final Set<Class<?>> CODE = Set.of(Runnable.class, Callable.class, Thread.class);

    @Override
    public String getModuleName() {
        return NoClassValues.class.getName();
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        context.addDeserializers(new Readers());
        context.addKeyDeserializers((type, config, bean) -> refuse(type));
        context.addSerializers(new Writers());
        context.addKeySerializers(new Writers());
        context.addSerializerModifier(new HiddenState());
    }

    private static boolean isRefused(Class<?> type) {
        return REFUSED.contains(type) || JavaType.class.isAssignableFrom(type);
    }

    private static boolean isCode(Class<?> type) {
        return CODE.contains(type) || type.getPackageName().equals("java.util.function");
    }

    private static @Nullable KeyDeserializer refuse(JavaType type) {
        Jackson2.refuseTree(type.getRawClass());
        if (isCode(type.getRawClass())) {
            throw new InvalidPayloadException(
                    "A " + type.getRawClass().getName()
                            + " in a payload is code, which cannot be stored; store what it works on, and call it in the handler");
        }
        if (isRefused(type.getRawClass())) {
            throw new InvalidPayloadException("A " + type.getRawClass().getName()
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
            return isRefused(type);
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
}
