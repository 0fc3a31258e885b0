package io.baton.type;

import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;

/**
 * Takes the components of a record, and the parameters of what makes other classes, for required, unless they say that they can do without: by an
 * annotation named {@code Nullable}, or as an {@link Optional}. Kotlin's module knows which of Kotlin's can.
 */
final class RequiredComponents extends NoClassNames {

    private static final long serialVersionUID = 1L;
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
                        .anyMatch(each -> each.annotationType().getSimpleName().equals("Nullable"));
    }
}
