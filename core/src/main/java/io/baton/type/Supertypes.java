package io.baton.type;

import io.baton.InvalidPayloadException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The supertype as which a payload is stored, if its own class is not declared. */
final class Supertypes {

    private Supertypes() {}

    static @Nullable Class<?> onlyOne(Class<?> type, Predicate<Class<?>> declared) {
        Set<Class<?>> candidates = above(type)
                .filter(Supertypes::isOpenToSubtypes)
                .filter(declared)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (candidates.size() > 1) {
            throw new InvalidPayloadException(type.getName() + " belongs to several declared job types: "
                    + candidates.stream().map(Class::getName).sorted().collect(Collectors.joining(", "))
                    + "; put @JobType on " + type.getSimpleName() + " itself, or declare only one of them");
        }
        return candidates.isEmpty() ? null : candidates.iterator().next();
    }

    // a plain class read back as its superclass would lose what the subclass adds
    private static boolean isOpenToSubtypes(Class<?> type) {
        return type.isSealed() || Modifier.isAbstract(type.getModifiers());
    }

    private static Stream<Class<?>> above(Class<?> type) {
        return direct(type).flatMap(each -> Stream.concat(Stream.of(each), above(each)));
    }

    private static Stream<Class<?>> direct(Class<?> type) {
        return Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()));
    }
}
