package io.baton.type;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.Currency;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads JSON without turning one kind of value into another: 1.7 is no {@code int}, "" is no number and 0 is no date. If the class itself declares
 * another form, such as by {@code @JsonFormat}, accepts a value that is written again as it was stored.
 *
 * <p>Unknown properties are ignored, and missing ones are null or zero. A payload with both is refused, since a property was probably renamed.
 */
final class StrictReading {

    private static final Set<String> TIMES = Set.of(
            "java.time.Instant",
            "java.time.OffsetDateTime",
            "java.time.ZonedDateTime",
            "java.time.Duration",
            "java.util.Date",
            "java.util.Calendar");

    private final JsonMapper lenient;
    private final Named strictly;
    private final Named leniently;

    StrictReading(JsonMapper lenient) {
        this.lenient = lenient;
        this.strictly = Named.of(strict(lenient));
        this.leniently = Named.of(lenient);
    }

    <T> @Nullable T read(String text, Class<T> declared) {
        try {
            return strictly.read(text, declared);
        } catch (MismatchedInputException e) {
            T read = asWritten(text, declared);
            if (read == null) {
                throw e;
            }
            return read;
        }
    }

    /**
     * Reads leniently; returns null unless the value is written again as it was stored. Unknown and missing properties are treated as in strict
     * reading: a property may be written by another name than it was stored by, or not at all.
     */
    private <T> @Nullable T asWritten(String text, Class<T> declared) {
        try {
            T read = leniently.read(text, declared);
            String written = lenient.writerFor(declared).writeValueAsString(read);
            return agree(lenient.readTree(text), lenient.readTree(written)) ? read : null;
        } catch (JacksonException | StackOverflowError e) {
            return null;
        }
    }

    /**
     * Refuses JSON that has an unknown property and lacks a component.
     *
     * @param complete refuses JSON that lacks a component; reads what {@code known} refused
     */
    private record Named(JsonMapper known, JsonMapper complete) {

        static Named of(JsonMapper mapper) {
            return new Named(
                    mapper.rebuild()
                            .annotationIntrospector(new UnknownReported())
                            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                            .build(),
                    mapper.rebuild()
                            .annotationIntrospector(new RequiredComponents())
                            .build());
        }

        <T> @Nullable T read(String text, Class<T> declared) {
            try {
                return known.<@Nullable T>readValue(text, declared);
            } catch (UnrecognizedPropertyException e) {
                return complete.<@Nullable T>readValue(text, declared);
            }
        }
    }

    /** Reports unknown properties also for a class that ignores them: a component of it may be renamed as well. */
    private static final class UnknownReported extends UnsafePayloadTypes.NoClassNames {

        @Override
        public JsonIgnoreProperties.Value findPropertyIgnoralByName(MapperConfig<?> config, Annotated annotated) {
            return super.findPropertyIgnoralByName(config, annotated).withoutIgnoreUnknown();
        }
    }

    /** Returns whether both agree in all properties that both have. Arrays may be in any order, since they may be sets. */
    private static boolean agree(JsonNode stored, JsonNode written) {
        if (stored.isObject() && written.isObject()) {
            return stored.propertyNames().stream()
                    .filter(written::has)
                    .allMatch(name -> agree(stored.get(name), written.get(name)));
        }
        if (stored.isArray() && written.isArray() && stored.size() == written.size()) {
            return counted(stored).equals(counted(written))
                    || IntStream.range(0, stored.size()).allMatch(at -> agree(stored.get(at), written.get(at)));
        }
        return stored.equals(written);
    }

    private static Map<JsonNode, Long> counted(JsonNode array) {
        return array.valueStream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static JsonMapper strict(JsonMapper lenient) {
        return lenient.rebuild()
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .defaultLeniency(false)
                .withCoercionConfigDefaults(
                        to -> refuse(to, CoercionInputShape.EmptyString, CoercionInputShape.EmptyArray))
                .withCoercionConfig(
                        LogicalType.Textual,
                        to -> refuse(
                                to, CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean))
                .withCoercionConfig(LogicalType.DateTime, to -> refuse(to, CoercionInputShape.values()))
                // some values are written as an empty text, such as Locale.ROOT and an empty URI
                .withCoercionConfig(
                        LogicalType.OtherScalar,
                        to -> to.setCoercion(CoercionInputShape.EmptyString, CoercionAction.AsEmpty))
                .withCoercionConfig(UUID.class, to -> refuse(to, CoercionInputShape.EmptyString))
                .withCoercionConfig(Currency.class, to -> refuse(to, CoercionInputShape.EmptyString))
                .addModule(new SimpleModule("baton-times").setDeserializerModifier(new TimesAsText()))
                .build();
    }

    private static void refuse(MutableCoercionConfig to, CoercionInputShape... shapes) {
        for (CoercionInputShape shape : shapes) {
            to.setCoercion(shape, CoercionAction.Fail);
        }
    }

    /** Refuses numbers as times, for which Jackson has no setting: the reader could only guess whether a number counts seconds or milliseconds. */
    private static final class TimesAsText extends ValueDeserializerModifier {

        @Override
        public ValueDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription.Supplier bean, ValueDeserializer<?> reader) {
            boolean isTime = Stream.<Class<?>>iterate(bean.getBeanClass(), Objects::nonNull, Class::getSuperclass)
                    .anyMatch(type -> TIMES.contains(type.getName()));
            return isTime ? new TimeAsText(reader) : reader;
        }
    }

    private static final class TimeAsText extends DelegatingDeserializer {

        TimeAsText(ValueDeserializer<?> reader) {
            super(reader);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> reader) {
            return new TimeAsText(reader);
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) {
            return json.currentToken().isNumeric()
                    ? context.handleUnexpectedToken(handledType(), json)
                    : super.deserialize(json, context);
        }
    }

    /**
     * Requires the components of a record, and the parameters of constructors and factories, unless they have an annotation named {@code Nullable} or
     * are an {@link Optional}. Kotlin's module knows which parameters of its classes are required.
     */
    private static final class RequiredComponents extends UnsafePayloadTypes.NoClassNames {

        private static final String KOTLIN = "kotlin.Metadata";

        @Override
        public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            boolean required = member instanceof AnnotatedParameter component
                    && !isOfKotlin(component.getDeclaringClass())
                    && !canBeMissing(component);
            return required ? Boolean.TRUE : super.hasRequiredMarker(config, member);
        }

        private static boolean isOfKotlin(Class<?> type) {
            return Stream.of(type.getAnnotations())
                    .anyMatch(each -> each.annotationType().getName().equals(KOTLIN));
        }

        private static boolean canBeMissing(AnnotatedParameter component) {
            Executable maker = (Executable) component.getOwner().getMember();
            Parameter parameter = maker.getParameters()[component.getIndex()];
            return parameter.getType() == Optional.class
                    || Stream.of(parameter, parameter.getAnnotatedType())
                            .flatMap(each -> Stream.of(each.getAnnotations()))
                            .anyMatch(each ->
                                    each.annotationType().getSimpleName().equals("Nullable"));
        }
    }
}
