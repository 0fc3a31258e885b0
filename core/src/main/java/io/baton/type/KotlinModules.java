package io.baton.type;

import java.util.List;
import java.util.ServiceLoader;
import tools.jackson.databind.JacksonModule;

/**
 * The module without which Jackson cannot make Kotlin's classes, if it is there. No other module of the class path is taken: a jar that
 * comes or goes with some other dependency would change what is stored, or leave jobs that cannot be read.
 */
final class KotlinModules {

    private static final String NAME = "tools.jackson.module.kotlin.KotlinModule";

    private KotlinModules() {}

    static List<JacksonModule> find(ClassLoader loader) {
        return ServiceLoader.load(JacksonModule.class, loader).stream()
                .filter(provider -> provider.type().getName().equals(NAME))
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
