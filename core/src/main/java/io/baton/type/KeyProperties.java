package io.baton.type;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.util.StringUtils;

/**
 * Follows the properties that a key names, such as {@code address.country}, through final classes only: a subclass might have what its
 * class has not.
 */
final class KeyProperties {

    private KeyProperties() {}

    /** Returns what is wrong; null if nothing is, or that is not known. */
    static @Nullable String missing(Expression key, Class<?> payload) {
        Class<?> type = payload;
        for (SpelNode step : steps(((SpelExpression) key).getAST())) {
            if (!(step instanceof PropertyOrFieldReference property) || !isClosed(type)) {
                return null;
            }
            Class<?> next = type(property.getName(), type);
            if (next == null) {
                return "a " + type.getName() + " has no property \"" + property.getName() + "\"";
            }
            type = next;
        }
        return null;
    }

    private static List<SpelNode> steps(SpelNode root) {
        if (!(root instanceof CompoundExpression)) {
            return List.of(root);
        }
        List<SpelNode> steps = IntStream.range(0, root.getChildCount())
                .mapToObj(root::getChild)
                .toList();
        boolean named = steps.get(0) instanceof VariableReference variable
                && variable.toStringAST().equals("#payload");
        return named ? steps.subList(1, steps.size()) : steps;
    }

    private static boolean isClosed(Class<?> type) {
        return Modifier.isFinal(type.getModifiers()) && !type.isArray() && !Map.class.isAssignableFrom(type);
    }

    private static @Nullable Class<?> type(String property, Class<?> type) {
        String suffix = StringUtils.capitalize(property);
        Set<String> names = Set.of(property, "get" + suffix, "is" + suffix);
        for (Method method : type.getMethods()) {
            if (method.getParameterCount() == 0 && names.contains(method.getName())) {
                return method.getReturnType();
            }
        }
        return Arrays.stream(type.getFields())
                .filter(field -> field.getName().equals(property))
                .map(Field::getType)
                .findFirst()
                .orElse(null);
    }
}
