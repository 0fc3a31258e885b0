package io.baton.simulation;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** Keeps the engine from telling of thousands of crashes. */
final class Quiet implements BeforeAllCallback, AfterAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        level(LogLevel.OFF);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        level(LogLevel.INFO);
    }

    private static void level(LogLevel level) {
        LoggingSystem.get(Quiet.class.getClassLoader()).setLogLevel("io.baton", level);
    }
}
