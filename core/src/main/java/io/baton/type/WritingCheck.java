package io.baton.type;

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.PropertyWriter;
import tools.jackson.databind.ser.std.ReferenceTypeSerializer;
import tools.jackson.databind.ser.std.StdContainerSerializer;

/** Finds out at the start, rather than at an enqueue, that a class, or one that it consists of, cannot be written as JSON. */
final class WritingCheck {

    private final SerializationContext context;
    private final Set<JavaType> seen = new HashSet<>();

    WritingCheck(JsonMapper mapper) {
        this.context = mapper._serializationContext();
    }

    /** Fails with what Baton refuses; what Jackson cannot write may never be asked of it, and is told at the enqueue. */
    void verify(Class<?> payload) {
        try {
            visit(context.constructType(payload));
        } catch (JacksonException e) {
            JsonFailure.rethrowOwn(e);
        }
    }

    private void visit(JavaType type) {
        if (!seen.add(type)) {
            return;
        }
        if (type.getRawClass().isSealed()) {
            List.of(type.getRawClass().getPermittedSubclasses())
                    .forEach(subtype -> visit(context.constructType(subtype)));
        }
        if (!type.isAbstract() || type.getContentType() != null) {
            Jackson2.warnOfAnnotations(type.getRawClass());
            visit(context.findValueSerializer(type), type);
        }
    }

    private void visit(ValueSerializer<?> serializer, JavaType type) {
        if (serializer instanceof StdContainerSerializer<?> container) {
            visit(container.getContentType());
        } else if (serializer instanceof ReferenceTypeSerializer<?>) {
            visit(type.getContentType());
        } else {
            Iterator<PropertyWriter> properties = serializer.properties();
            while (properties.hasNext()) {
                visit(properties.next());
            }
        }
    }

    private void visit(PropertyWriter property) {
        if (property instanceof BeanPropertyWriter writer && writer.hasSerializer()) {
            if (seen.add(writer.getType())) {
                Jackson2.warnOfAnnotations(writer.getType().getRawClass());
                visit(writer.getSerializer(), writer.getType());
            }
        } else {
            visit(property.getType());
        }
    }
}
