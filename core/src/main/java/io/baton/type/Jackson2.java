package io.baton.type;

import io.baton.InvalidPayloadException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Recognizes the types and annotations of Jackson 2, which Jackson 3 ignores, by their names, since the classes may be missing. */
final class Jackson2 {

    private static final Logger log = LoggerFactory.getLogger(Jackson2.class);

    private static final String TREE = "com.fasterxml.jackson.databind.JsonNode";
    private static final String ANNOTATIONS = "com.fasterxml.jackson.databind.annotation.";
    private static final String NEW_ANNOTATIONS = "tools.jackson.databind.annotation.";

    private Jackson2() {}

    /** Fails if values of this class are trees of Jackson 2, of which Jackson 3 would write an empty list. */
    static void refuseTree(Class<?> type) {
        if (Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                .anyMatch(each -> each.getName().equals(TREE))) {
            throw new InvalidPayloadException("A " + type.getName()
                    + " in a payload is of Jackson 2 and would not be stored as what it holds; use"
                    + " tools.jackson.databind.JsonNode, or a record");
        }
    }

    /** Logs a warning about annotations that have no effect. */
    static void warnOfAnnotations(Class<?> type) {
        Set<String> names = annotations(type);
        Set<String> ignored = names.stream()
                .filter(each -> each.startsWith(ANNOTATIONS))
                .map(each -> each.substring(ANNOTATIONS.length()))
                .filter(each -> !names.contains(NEW_ANNOTATIONS + each))
                .collect(Collectors.toCollection(TreeSet::new));
        for (String each : ignored) {
            log.warn(
                    "{} has the annotation @{} of Jackson 2, which has no effect on stored jobs. Use {}{}, or no annotation",
                    type.getName(),
                    each,
                    NEW_ANNOTATIONS,
                    each);
        }
    }

    private static Set<String> annotations(Class<?> type) {
        return Stream.of(
                        List.of(type),
                        List.of(type.getDeclaredFields()),
                        List.of(type.getDeclaredMethods()),
                        List.of(type.getDeclaredConstructors()))
                .<AnnotatedElement>flatMap(Collection::stream)
                .flatMap(each -> Arrays.stream(each.getDeclaredAnnotations()))
                .map(Annotation::annotationType)
                .map(Class::getName)
                .collect(Collectors.toSet());
    }
}
