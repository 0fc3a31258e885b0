package io.baton.type;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;

/**
 * Takes the components of a record, and the parameters of what makes other classes, for required, unless they say that they can do without: by an
 * annotation named {@code Nullable}, as an {@link Optional}, or by a default value. Kotlin's module knows which of Kotlin's can.
 */
final class RequiredComponents extends NoClassNames {

    private static final long serialVersionUID = 1L;
    private static final String KOTLIN = "kotlin.Metadata";
    private static final Set<String> OPTIONAL =
            Set.of("java.util.Optional", "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble");

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        Boolean marked = super.hasRequiredMarker(config, member);
        boolean required =
                member instanceof AnnotatedParameter component && !isOfKotlin(member) && !canBeMissing(component);
        return required ? Boolean.TRUE : marked;
    }

    private static boolean isOfKotlin(AnnotatedMember member) {
        return Stream.of(member.getDeclaringClass().getAnnotations())
                .anyMatch(each -> each.annotationType().getName().equals(KOTLIN));
    }

    private static boolean canBeMissing(AnnotatedParameter component) {
        JsonProperty property = component.getAnnotation(JsonProperty.class);
        if (OPTIONAL.contains(component.getRawType().getName())
                || (property != null && !property.defaultValue().isEmpty())) {
            return true;
        }
        Executable maker = (Executable) component.getOwner().getMember();
        Parameter[] parameters = maker.getParameters();
        return component.getIndex() < parameters.length && isNullable(parameters[component.getIndex()]);
    }

    private static boolean isNullable(Parameter parameter) {
        AnnotatedType type = parameter.getAnnotatedType();
        return saysNullable(parameter) || saysNullable(type);
    }

    private static boolean saysNullable(AnnotatedElement element) {
        return Stream.of(element.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(type -> type.getSimpleName().equals("Nullable"));
    }
}
