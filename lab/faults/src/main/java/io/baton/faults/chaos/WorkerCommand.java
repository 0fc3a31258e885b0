package io.baton.faults.chaos;

import io.baton.faults.server.Server;
import io.baton.faults.worker.WorkerApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How to start a worker.
 *
 * @param classes what it runs
 * @param clock how far its clock is off, for faketime; empty if it is right
 * @param options further arguments of the application
 */
record WorkerCommand(Server server, SharedClasses classes, String clock, List<String> options) {

    static final Duration DEAD_AFTER = Duration.ofSeconds(3);

    private static final Path FAKETIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

    /** Whether clocks can be set wrong here. */
    static boolean clocksCanBeOff() {
        return Files.exists(FAKETIME);
    }

    /** What is said twice would count twice. */
    private boolean stands(String setting) {
        String name = setting.substring(0, setting.indexOf('=') + 1);
        return options.stream().noneMatch(option -> option.startsWith(name));
    }

    Process start(String name, int port, Path trace, Path log) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx128m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-Dspring.backgroundpreinitializer.ignore=true",
                "-cp",
                classes.classPath(),
                WorkerApp.class.getName(),
                "--notes=" + trace,
                "--baton.worker.name=" + name,
                "--spring.datasource.hikari.maximum-pool-size=6",
                "--spring.datasource.hikari.minimum-idle=1"));
        command.addAll(1, classes.options());
        ApplicationProperties.common(server, port).stream().filter(this::stands).forEach(command::add);
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.to(log.toFile()));
        if (!clock.isEmpty() && clocksCanBeOff()) {
            builder.environment()
                    .putAll(Map.of("LD_PRELOAD", FAKETIME.toString(), "FAKETIME", clock, "NO_FAKE_STAT", "1"));
        }
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("A worker does not start", e);
        }
    }
}
