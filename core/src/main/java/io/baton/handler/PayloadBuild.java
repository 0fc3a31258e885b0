package io.baton.handler;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;

/**
 * Identifies builds of an application that read payloads alike: by a checksum over the class files of the payloads, of their components and of
 * the codec. Two nodes with the same one can read the same payloads.
 */
final class PayloadBuild {

    private static final int MOST_CLASSES = 2_000;

    private final Set<Class<?>> classes = new TreeSet<>(Comparator.comparing(Class::getName));

    private PayloadBuild() {}

    static String of(Collection<Handler> handlers) {
        PayloadBuild build = new PayloadBuild();
        for (Handler handler : handlers) {
            Class<?> codec = handler.codec().getClass();
            if (isFile(codec)) {
                build.classes.add(codec);
            }
            Class<?> payload = handler.declared().payload();
            if (payload != null) {
                build.add(payload);
            }
        }
        return build.checksum();
    }

    /** Returns what a class consists of, itself included. */
    static Set<Class<?>> classes(Class<?> payload) {
        PayloadBuild build = new PayloadBuild();
        build.add(payload);
        return build.classes;
    }

    private void add(Class<?> type) {
        if (type.isArray()) {
            add(type.getComponentType());
        } else if (isFile(type) && classes.size() < MOST_CLASSES && classes.add(type)) {
            try {
                consistsOf(type);
            } catch (LinkageError | TypeNotPresentException e) {
                // what cannot be loaded is no part of what is read
            }
        }
    }

    private void consistsOf(Class<?> type) {
        add(type.getGenericSuperclass());
        if (type.isSealed()) {
            List.of(type.getPermittedSubclasses()).forEach(this::add);
        }
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                add(field.getGenericType());
            }
        }
    }

    private void add(Type type) {
        if (type instanceof Class<?> plain) {
            add(plain);
        } else if (type instanceof ParameterizedType generic) {
            add(generic.getRawType());
            List.of(generic.getActualTypeArguments()).forEach(this::add);
        } else if (type instanceof GenericArrayType array) {
            add(array.getGenericComponentType());
        } else if (type instanceof WildcardType wildcard) {
            List.of(wildcard.getUpperBounds()).forEach(this::add);
        }
    }

    private static boolean isFile(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return !type.isHidden() && loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    private String checksum() {
        CRC32 checksum = new CRC32();
        for (Class<?> type : classes) {
            checksum.update(type.getName().getBytes(StandardCharsets.UTF_8));
            checksum.update(bytes(type));
        }
        return HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    /** Nothing where there are no class files, such as in a native image. */
    private static byte[] bytes(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
            return in == null ? new byte[0] : in.readAllBytes();
        } catch (IOException e) {
            return new byte[0];
        }
    }
}
