package io.baton.type;

import io.baton.InvalidPayloadException;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides which classes may be payloads: a later version of the application must still find their name and shape. */
public final class PayloadClass {

    private static final String OWN_TYPE = "; use a type of its own, such as a record";

    private static final String NAMED =
            "; name the type in @JobHandler and with enqueueNamed(type, payload), or use a type of its own, such as a record";

    private static final Set<Class<?>> PLAIN_VALUES = Set.of(
            String.class,
            Boolean.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class);

    private PayloadClass() {}

    /** Returns the class of a payload. For a constant of an enum, even with a body, returns the enum. */
    static Class<?> of(@Nullable Object payload) {
        if (payload == null) {
            throw new InvalidPayloadException(
                    "A payload cannot be null; jobs of a type that has no payload are enqueued with enqueueNamed(type)");
        }
        return payload instanceof Enum<?> constant ? constant.getDeclaringClass() : payload.getClass();
    }

    /** Returns whether a class is a plain value of the JDK, such as a text or a number. It may be the payload of a type with a declared name only. */
    public static boolean isPlainValue(Class<?> type) {
        return PLAIN_VALUES.contains(type);
    }

    /** Checks and returns the class of payloads of a type with a declared name. */
    static Class<?> checkedIfNamed(Class<?> type) {
        return isPlainValue(type) ? type : checked(type);
    }

    /** Checks and returns the class of payloads. */
    static Class<?> checked(Class<?> type) {
        String reason = refusal(type);
        if (reason != null) {
            throw new InvalidPayloadException(type.getName() + " cannot be a payload: " + reason);
        }
        return type;
    }

    /** Returns the class of a result, or of the elements of an array, if it can be read back. */
    static Class<?> checkedElement(Class<?> result) {
        Class<?> element = result;
        while (element.isArray()) {
            element = element.componentType();
        }
        boolean plain = element.isPrimitive() || (isOfThePlatform(element) && element.getTypeParameters().length == 0);
        return plain && element != Object.class ? element : checked(element);
    }

    /** Returns the declared supertype by which a payload of this class is stored; null if there is none. */
    static @Nullable Class<?> declaredSupertype(Class<?> type, Predicate<Class<?>> declared) {
        Set<Class<?>> candidates = supertypes(type)
                // a payload that is read as a concrete superclass would lose what the subclass adds
                .filter(each -> each.isSealed() || Modifier.isAbstract(each.getModifiers()))
                .filter(declared)
                .collect(Collectors.toSet());
        if (candidates.size() > 1) {
            throw new InvalidPayloadException(type.getName() + " belongs to several declared job types: "
                    + candidates.stream().map(Class::getName).sorted().collect(Collectors.joining(", "))
                    + "; put @JobType on " + type.getSimpleName() + " itself, or declare only one of them");
        }
        return candidates.isEmpty() ? null : candidates.iterator().next();
    }

    private static Stream<Class<?>> supertypes(Class<?> type) {
        return Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                .flatMap(each -> Stream.concat(Stream.of(each), supertypes(each)));
    }

    private static @Nullable String refusal(Class<?> type) {
        if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            return "it holds several values; store a job for each with enqueueAll, or wrap them in a type of its own";
        }
        if (isOfThePlatform(type)) {
            return "it is a type of the JDK, whose name says nothing about the job"
                    + (isPlainValue(type) ? NAMED : OWN_TYPE);
        }
        if (isEntity(type)) {
            return "it is a JPA entity, of which the state that is stored would be an old one when the job runs; store its id, in a"
                    + " record, and read it in the handler";
        }
        if (type.isAnonymousClass() || type.isHidden() || type.isSynthetic()) {
            return "it is a lambda or an anonymous class, which has no lasting name" + OWN_TYPE;
        }
        if (type.getTypeParameters().length > 0) {
            return "it has type parameters, which are not stored; declare a record that says what they are";
        }
        boolean inner = (type.isMemberClass() || type.isLocalClass()) && !Modifier.isStatic(type.getModifiers());
        return inner
                ? "it is an inner class and cannot be read back without what surrounds it; make it static or a record"
                : null;
    }

    private static boolean isOfThePlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private static boolean isEntity(Class<?> type) {
        return Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                .flatMap(each -> Arrays.stream(each.getAnnotations()))
                .anyMatch(each -> each.annotationType().getName().equals("jakarta.persistence.Entity"));
    }
}
