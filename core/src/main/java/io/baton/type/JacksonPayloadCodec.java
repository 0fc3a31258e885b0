package io.baton.type;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.InvalidPayloadException;
import io.baton.PayloadCodec;
import io.baton.PayloadKeyException;
import io.baton.PayloadKeys;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes JSON that outlives the class that it was written from: it has dates in ISO form and enums by name, and never the name of a class. Reads
 * strictly, except that a class may have gained or lost properties since.
 *
 * <p>The codec has a mapper of its own, so that settings of the application's HTTP interface change no stored job.
 */
public final class JacksonPayloadCodec implements PayloadCodec {

    private static final String KOTLIN = "tools.jackson.module.kotlin.KotlinModule";

    private final JsonMapper mapper = mapper();
    private final StrictReading strict = new StrictReading(mapper);
    private final Set<Class<?>> verified = ConcurrentHashMap.newKeySet();
    private final Map<Class<?>, ObjectWriter> writers = new ConcurrentHashMap<>();

    /**
     * Returns a codec that compresses and encrypts what this one writes; this one if it need not.
     *
     * @param compressFrom from which size on texts are compressed; null for none
     * @throws PayloadKeyException if the current key cannot be used
     */
    public static PayloadCodec packing(
            PayloadCodec codec, @Nullable PayloadKeys keys, @Nullable DataSize compressFrom) {
        boolean packs = keys != null || compressFrom != null;
        return packs || !(codec instanceof JacksonPayloadCodec) ? PackingCodec.of(codec, keys, compressFrom) : codec;
    }

    @Override
    public String write(Object value, Class<?> declared) {
        try {
            return writers.computeIfAbsent(declared, mapper::writerFor).writeValueAsString(value);
        } catch (JacksonException e) {
            throw JsonFailure.of(value.getClass().getName() + " cannot be written as JSON", e);
        }
    }

    @Override
    public <T> T read(String text, Class<T> declared) {
        try {
            T value = strict.read(text, declared);
            if (value == null) {
                throw new InvalidPayloadException("The JSON for a " + declared.getName() + " says null");
            }
            return value;
        } catch (JacksonException e) {
            if (PackingCodec.isPacked(text)) {
                return new PackingCodec(this, null, null).read(text, declared);
            }
            throw unreadable(declared, e);
        }
    }

    /**
     * Checks at the start, rather than with the first job, that the JSON of this class can be read again, loses nothing and holds no name of a class.
     * A class that only Jackson cannot write fails no earlier than its enqueue, which may never happen.
     *
     * @throws InvalidPayloadException if the class cannot be read, or must not be stored
     */
    public void verify(Class<?> payload) {
        verifyWithSubtypes(PayloadClass.checkedIfNamed(payload));
    }

    /** Does the same for the class of a result, which may also be an array or a type of the JDK. */
    public void verifyResult(Class<?> result) {
        if (!verified.contains(result)) {
            Class<?> element = PayloadClass.checkedElement(result);
            if (!element.isPrimitive()) {
                verifyWithSubtypes(element);
            }
            verified.add(result);
        }
    }

    private void verifyWithSubtypes(Class<?> type) {
        // with static types, the serializer of a class contains the serializers of its properties
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
                // while the discriminator is required, a read of an empty object does not reach the constructor
                mapper.rebuild().addMixIn(type, Undiscriminated.class).build().readValue("{}", type);
            }
        } catch (InvalidDefinitionException e) {
            throw unreadable(type, e);
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
                verifyWithSubtypes(subtype);
            }
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
    private interface Undiscriminated {}

    private static InvalidPayloadException unreadable(Class<?> type, JacksonException failure) {
        return JsonFailure.of("A " + type.getName() + " cannot be read from its JSON", failure);
    }

    private static JsonMapper mapper() {
        return JsonMapper.builder()
                .annotationIntrospector(new UnsafePayloadTypes.NoClassNames())
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)
                // a class without visible properties would be stored as {}; UnsafePayloadTypes refuses more of them
                .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                .addModules(modules(JacksonPayloadCodec.class.getClassLoader()))
                .addModule(new UnsafePayloadTypes())
                .build();
    }

    /**
     * Returns the module that Jackson needs for classes of Kotlin, if the class path has it. Other modules are not used: a jar that comes or goes
     * with some other dependency would change the stored JSON, or leave jobs that cannot be read.
     */
    static List<JacksonModule> modules(ClassLoader loader) {
        return ServiceLoader.load(JacksonModule.class, loader).stream()
                .filter(provider -> provider.type().getName().equals(KOTLIN))
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
